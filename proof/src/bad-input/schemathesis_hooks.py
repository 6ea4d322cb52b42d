"""What the OpenAPI document says in words, because JSON Schema cannot: cases that break only such a rule are left out."""

import json

import schemathesis

RANGES = [("minSalary", "maxSalary"), ("minExperience", "maxExperience")]
EXTRA_BYTES_MAX = 64 * 1024

extra_bytes_sent = {}


def is_range_upside_down(job):
    return any(
        isinstance(job.get(low), (int, float)) and isinstance(job.get(high), (int, float)) and job[low] > job[high]
        for low, high in RANGES
    )


def has_half_a_range(job):
    return any((low in job) != (high in job) for low, high in RANGES)


def may_hold_too_much(case, external_id, job):
    documented = case.operation.schema.raw_schema["components"]["schemas"]["JobUpdate"]["properties"]
    extra = {name: value for name, value in job.items() if name not in documented}
    if not extra:
        return False
    extra_bytes_sent[external_id] = extra_bytes_sent.get(external_id, 0) + len(json.dumps(extra))
    return extra_bytes_sent[external_id] > EXTRA_BYTES_MAX


def has_unsafe_number(value):
    if isinstance(value, dict):
        return any(has_unsafe_number(member) for member in value.values())
    if isinstance(value, list):
        return any(has_unsafe_number(item) for item in value)
    return isinstance(value, (int, float)) and abs(value) >= 2**53


@schemathesis.hook
def filter_case(context, case):
    # Beyond these JSON has no whole numbers that everybody reads alike (RFC 8259, 6): pages and job ids are safe ones.
    if has_unsafe_number(dict(case.query or {})):
        return False
    body = case.body
    if not isinstance(body, dict):
        return True
    if has_unsafe_number(body.get("links")):
        return False
    job = body.get("job")
    if not isinstance(job, dict):
        return True
    # A range's lower end is at most its upper one.
    if is_range_upside_down(job):
        return False
    external_id = (case.path_parameters or {}).get("externalJobId")
    is_update = external_id is not None
    if not is_update:
        return True
    # Of a range with one end the other is the stored job's, which an earlier case may have set.
    if has_half_a_range(job):
        return False
    # What a job holds beyond the documented fields is bounded in all, whichever update brought it.
    if may_hold_too_much(case, external_id, job):
        return False
    # An external id cannot be changed: one in the body repeats the path's.
    if job.get("id") not in (None, external_id):
        return False
    # An update of a job that is not there creates it, and then needs a title; the document's own example is there.
    return external_id == "ATL-2026-0001" or "title" in job
