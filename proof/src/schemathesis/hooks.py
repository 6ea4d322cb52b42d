"""Leaves out cases that break only a rule that JSON Schema cannot say. The OpenAPI document says it in words."""

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


def is_wrong_on_purpose(case):
    return case.meta is not None and case.meta.generation.mode.is_negative


def is_refused_beside(query):
    """A list that waits, or has changes, goes on from `since` only. One that waits would also take 20 seconds for each case."""
    if query.get("wait") not in (None, 0):
        return True
    # `synced` says where `since` came from.
    if query.get("synced") in (True, "true") and "since" not in query:
        return True
    others = {"from", "to", "changedSince"} if query.get("changes") in (True, "true") else set()
    if "wait" in query:
        others |= {"to", "changedSince"}
    is_later_page = others and query.get("page") not in (None, 1)
    return bool(is_later_page or others & query.keys())


@schemathesis.hook
def filter_case(context, case):
    # Readers of JSON disagree on whole numbers beyond 2^53 (RFC 8259, 6). Pages and job ids are within.
    if has_unsafe_number(dict(case.query or {})):
        return False
    # With fields, a job of a list has only some of the members that the document requires.
    if "fields" in (case.query or {}):
        return False
    if is_refused_beside(case.query or {}):
        return False
    body = case.body
    if not isinstance(body, dict):
        return True
    if has_unsafe_number(body.get("links")):
        return False
    job = body.get("job")
    if not isinstance(job, dict):
        return True
    if has_unsafe_number([job.get(name) for low_high in RANGES for name in low_high]):
        return False
    # A mistake in the terms is stored and warned of. It is never refused.
    if job.get("boardwalk") is not None and is_wrong_on_purpose(case):
        return False
    # The minimum of a range is at most its maximum.
    if is_range_upside_down(job):
        return False
    external_id = (case.path_parameters or {}).get("externalJobId")
    is_update = external_id is not None
    if not is_update:
        return True
    # A range with one end is compared with the stored job's other end, which an earlier case may have set.
    if has_half_a_range(job):
        return False
    # All extra fields of a job are bounded together, also those of earlier updates.
    if may_hold_too_much(case, external_id, job):
        return False
    # An external id in the body repeats the one in the path.
    if job.get("id") not in (None, external_id):
        return False
    # An update creates a missing job, and then needs a title. The document's own example exists.
    return external_id == "ATL-2026-0001" or "title" in job
