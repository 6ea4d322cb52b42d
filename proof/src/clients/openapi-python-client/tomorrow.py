"""Reads the answers of a newer board with the client that openapi-python-client makes."""

import os

from board import AuthenticatedClient
from board.api.candidates import get_candidate, list_all_candidates, list_candidates, update_candidates
from board.api.jobs import create_job, get_job, link_jobs, list_jobs, unpublish_job, upsert_jobs
from board.api.key import get_me
from board.models import (
    CandidateStatus,
    CandidateUpdate,
    CandidateUpdates,
    ContractType,
    CreateJobRequest,
    JobCreate,
    JobUpsert,
    JobUpserts,
    Language,
    Link,
    LinkRequest,
    WorkMode,
)


def expect(what, actual, expected):
    if actual != expected:
        raise SystemExit(f"{what}: expected {expected!r}, got {actual!r}")


url, key = os.environ["BOARD_URL"] + "/api", os.environ["BOARD_KEY"]
platform_job_id = int(os.environ["PLATFORM_JOB_ID"])
new = "TOMORROW"

with AuthenticatedClient(url, token=key, prefix="", auth_header_name="x-api-key") as client:
    me = get_me.sync(client=client)
    expect("the scopes", me.key.scopes, ["read", "write", new])
    expect("the new member", me.additional_properties, {"tomorrow": new})
    fields = {"contract_type": ContractType.CDI, "work_mode": WorkMode.REMOTE, "languages": [Language.FR]}
    request = CreateJobRequest(job=JobCreate(id="python/1", title="Comptable", **fields))
    created = create_job.sync_detailed(client=client, body=request)
    expect("the new header", created.headers["x-tomorrow"], "yes")
    expect("the code of a conflict", create_job.sync(client=client, body=request).error.code, "job_exists")
    job = get_job.sync("python/1", client=client).job
    expect("the job", [job.title, job.status, job.changed_by], ["Comptable", new, new])
    expect("its lists", [job.contract_type, job.work_mode, job.languages], [new, new, ["fr", new]])
    upserts = JobUpserts(jobs=[JobUpsert(id="python/1", title="Caissier")])
    expect("the result of an update", upsert_jobs.sync(client=client, body=upserts).results[0].status, new)
    links = LinkRequest(links=[Link(platform_job_id=platform_job_id, external_job_id="python/2")])
    expect("the link", link_jobs.sync(client=client, body=links).results[0].status, new)
    expect("the jobs", list_jobs.sync(client=client).jobs[-1].job_id, created.parsed.job_id)

    for page in (list_candidates.sync("python/2", client=client), list_all_candidates.sync(client=client)):
        expect("the candidates", [each.first_name for each in page.candidates], ["Salma"])
    found = get_candidate.sync(page.candidates[0].id, client=client).candidate
    expect("the status", [found.status, found.status_changed_by], [new, new])
    updates = CandidateUpdates(candidates=[CandidateUpdate(id=found.id, status=CandidateStatus.HIRED)])
    expect("the result of a status", update_candidates.sync(client=client, body=updates).results[0].status, new)
    expect("the unpublished job", unpublish_job.sync("python/1", client=client).job_id, created.parsed.job_id)
