// Reads the answers of a newer board with the client that openapi-generator makes for Java.

import com.google.gson.JsonParser;
import java.util.List;
import java.util.Objects;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.api.CandidatesApi;
import org.openapitools.client.api.JobsApi;
import org.openapitools.client.api.KeyApi;
import org.openapitools.client.model.*;

public class Tomorrow {
  static void expect(String what, Object actual, Object expected) {
    if (Objects.equals(actual, expected)) return;
    System.out.println(what + ": expected " + expected + ", got " + actual);
    System.exit(1);
  }

  public static void main(String[] arguments) throws ApiException {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("BOARD_URL") + "/api");
    client.setApiKey(System.getenv("BOARD_KEY"));
    int platformJobId = Integer.parseInt(System.getenv("PLATFORM_JOB_ID"));
    JobsApi jobs = new JobsApi(client);
    CandidatesApi candidates = new CandidatesApi(client);
    String next = "TOMORROW";

    CallerKey key = new KeyApi(client).getMe().getKey();
    expect("the scopes", key.getScopes(), List.of("read", "write", next));
    expect("the new member", key.getAdditionalProperty("tomorrow"), next);

    JobCreate job = new JobCreate()
        .id("java/1")
        .title("Comptable")
        .contractType(ContractType.CDI)
        .workMode(WorkMode.REMOTE)
        .languages(List.of(Language.FR));
    CreateJobRequest request = new CreateJobRequest().job(job);
    ApiResponse<JobResult> created = jobs.createJobWithHttpInfo(request);
    expect("the new header", created.getHeaders().get("x-tomorrow"), List.of("yes"));
    try {
      jobs.createJob(request);
      expect("a second job with the same id", "accepted", "refused");
    } catch (ApiException conflict) {
      String code = JsonParser.parseString(conflict.getResponseBody()).getAsJsonObject()
          .getAsJsonObject("error").get("code").getAsString();
      expect("the code of a conflict", code, "job_exists");
    }
    Integer jobId = created.getData().getJobId();
    Job stored = jobs.getJob("java/1").getJob();
    expect("the job", List.of(stored.getTitle(), stored.getStatus(), stored.getChangedBy()),
        List.of("Comptable", next, next));
    expect("its lists", List.of(stored.getContractType(), stored.getWorkMode(), stored.getLanguages()),
        List.of(next, next, List.of("fr", next)));
    JobUpserts upserts = new JobUpserts().addJobsItem(new JobUpsert().id("java/1").title("Caissier"));
    expect("the result of an update", jobs.upsertJobs(upserts).getResults().get(0).getStatus(), next);
    Link link = new Link().platformJobId(platformJobId).externalJobId("java/2");
    LinkResults linked = jobs.linkJobs(new LinkRequest().addLinksItem(link));
    expect("the link", linked.getResults().get(0).getStatus(), next);
    expect("the jobs", jobs.listJobs(null, null, null, null, null, null).getJobs().get(1).getJobId(), jobId);

    CandidateList page = candidates.listCandidates("java/2", null, null, null, null, null, null);
    expect("the candidates", page.getCandidates().get(0).getFirstName(), "Salma");
    Candidate found = candidates.getCandidate(page.getCandidates().get(0).getId()).getCandidate();
    expect("the status", List.of(found.getStatus(), found.getStatusChangedBy()), List.of(next, next));
    CandidateUpdate update = new CandidateUpdate().id(found.getId()).status(CandidateStatus.HIRED);
    CandidateUpdateResults results = candidates.updateCandidates(new CandidateUpdates().addCandidatesItem(update));
    expect("the result of a status", results.getResults().get(0).getStatus(), next);
    expect("the unpublished job", jobs.unpublishJob("java/1").getJobId(), jobId);
    // Without this, idle threads of the HTTP client keep the process for minutes.
    System.exit(0);
  }
}
