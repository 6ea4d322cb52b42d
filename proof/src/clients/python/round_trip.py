"""Drives a board with the client that openapi-generator makes for Python."""

import os
from json import loads

from openapi_client import (
    ApiClient,
    CandidatesApi,
    Configuration,
    CreateJobRequest,
    JobCreateCity,
    JobCreate,
    JobsApi,
    JobUpdate,
    Link,
    LinkRequest,
    UpdateJobRequest,
)
from openapi_client.exceptions import ConflictException


def expect(what, actual, expected):
    if actual != expected:
        raise SystemExit(f"{what}: expected {expected!r}, got {actual!r}")


configuration = Configuration(host=os.environ["BOARD_URL"] + "/api", api_key={"apiKey": os.environ["BOARD_KEY"]})
platform_job_id = int(os.environ["PLATFORM_JOB_ID"])

with ApiClient(configuration) as client:
    jobs = JobsApi(client)
    candidates = CandidatesApi(client)

    request = CreateJobRequest(
        job=JobCreate(
            id="python/1",
            title="Développeuse",
            city=JobCreateCity(["Casablanca", "Rabat"]),
            contractType="CDI",
            minSalary=18000,
            additional_properties={"department": "R&D", "tools": {"editor": "vim"}},
        )
    )
    created = jobs.create_job(request)
    expect("the error of a success", created.error, None)

    job = jobs.get_job("python/1").job
    expect("the internal id", job.job_id, created.job_id)
    expect("the title", job.title, "Développeuse")
    expect("the cities", job.city.actual_instance, ["Casablanca", "Rabat"])
    expect("the contract", job.contract_type, "CDI")
    expect("the salary", job.min_salary, 18000)
    expect("the extra fields", job.additional_properties, {"department": "R&D", "tools": {"editor": "vim"}})

    try:
        jobs.create_job(request)
        raise SystemExit("a second job with the same id was accepted")
    except ConflictException as conflict:
        message = "Job with external id python/1 already exists; update it with PUT instead (status PUBLISHED publishes it again)"
        expect("the status of the conflict", conflict.status, 409)
        expect("the message of the conflict", conflict.data.error.message, message)
        expect("the body of the conflict", loads(conflict.body)["jobId"], None)

    jobs.update_job("python/1", UpdateJobRequest(job=JobUpdate(title="Comptable", city=JobCreateCity("Rabat"))))
    job = jobs.get_job("python/1").job
    expect("the new title", job.title, "Comptable")
    expect("the new city", job.city.actual_instance, "Rabat")
    expect("the salary after the update", job.min_salary, 18000)

    link = Link(platformJobId=platform_job_id, externalJobId="python/2")
    expect("the link", jobs.link_jobs(LinkRequest(links=[link])).results[0].status, "linked")

    page = candidates.list_candidates("python/2", since="2026-01-01T00:00:00Z", page_size=10)
    expect("the number of candidates", page.total, 1)
    expect("the candidate", page.candidates[0].first_name, "Salma")
    last = page.candidates[0].var_date.isoformat()
    expect("the next poll", candidates.list_candidates("python/2", since=last).candidates, [])

    expect("the unpublished job", jobs.unpublish_job("python/1").job_id, created.job_id)
    expect("its status", jobs.get_job("python/1").job.status, "UNPUBLISHED")
