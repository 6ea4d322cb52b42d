"""Reads the answers of a newer board with the client that openapi-generator makes for Python."""

import os

from openapi_client import (
    ApiClient,
    CandidatesApi,
    CandidateUpdate,
    CandidateUpdates,
    Configuration,
    CreateJobRequest,
    JobCreate,
    JobsApi,
    JobUpserts,
    KeyApi,
    Link,
    LinkRequest,
)
from openapi_client.exceptions import ConflictException


def expect(what, actual, expected):
    if actual != expected:
        raise SystemExit(f"{what}: expected {expected!r}, got {actual!r}")


configuration = Configuration(host=os.environ["BOARD_URL"] + "/api", api_key={"apiKey": os.environ["BOARD_KEY"]})
platform_job_id = int(os.environ["PLATFORM_JOB_ID"])
new = "TOMORROW"

with ApiClient(configuration) as client:
    jobs = JobsApi(client)
    candidates = CandidatesApi(client)

    expect("the scopes", KeyApi(client).get_me().key.scopes, ["read", "write", new])
    job = JobCreate(id="python/1", title="Comptable", contractType="CDI", workMode="REMOTE", languages=["fr"])
    request = CreateJobRequest(job=job)
    created = jobs.create_job_with_http_info(request)
    expect("the new header", created.headers["x-tomorrow"], "yes")
    try:
        jobs.create_job(request)
        raise SystemExit("a second job with the same id was accepted")
    except ConflictException as conflict:
        expect("the code of the conflict", conflict.data.error.code, "job_exists")
    job = jobs.get_job("python/1").job
    expect("the job", [job.title, job.status, job.changed_by], ["Comptable", new, new])
    expect("its lists", [job.contract_type, job.work_mode, job.languages], [new, new, ["fr", new]])
    upserts = JobUpserts(jobs=[{"id": "python/1", "title": "Caissier"}])
    expect("the result of an update", jobs.upsert_jobs(upserts).results[0].status, new)
    link = Link(platformJobId=platform_job_id, externalJobId="python/2")
    expect("the link", jobs.link_jobs(LinkRequest(links=[link])).results[0].status, new)
    expect("the jobs", [job.job_id for job in jobs.list_jobs().jobs][-1], created.data.job_id)

    for page in (candidates.list_candidates("python/2"), candidates.list_all_candidates()):
        expect("the candidates", [each.first_name for each in page.candidates], ["Salma"])
    found = candidates.get_candidate(page.candidates[0].id).candidate
    expect("the status", [found.status, found.status_changed_by], [new, new])
    update = CandidateUpdates(candidates=[CandidateUpdate(id=found.id, status="HIRED")])
    expect("the result of a status", candidates.update_candidates(update).results[0].status, new)
    expect("the unpublished job", jobs.unpublish_job("python/1").job_id, created.data.job_id)
