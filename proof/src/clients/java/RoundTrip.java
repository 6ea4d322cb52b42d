// Drives a board with the client that openapi-generator makes for Java.

import com.google.gson.JsonParser;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CandidatesApi;
import org.openapitools.client.api.JobsApi;
import org.openapitools.client.model.*;

public class RoundTrip {
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

    Map<String, Object> tools = Map.of("editor", "vim");
    JobCreate job = new JobCreate()
        .id("java/1")
        .title("Développeuse")
        .contractType(ContractType.CDI)
        .putAdditionalProperty("department", "R&D")
        .putAdditionalProperty("tools", tools)
        // openapi-generator 7.25.0 writes `new JobCreateCity(list)` as if it were a text, and fails. This writes the same JSON.
        .putAdditionalProperty("city", List.of("Casablanca", "Rabat"));
    CreateJobRequest request = new CreateJobRequest().job(job);
    JobResult created = jobs.createJob(request);
    expect("the error of a success", created.getError(), null);

    Job stored = jobs.getJob("java/1").getJob();
    expect("the internal id", stored.getJobId(), created.getJobId());
    expect("the title", stored.getTitle(), "Développeuse");
    expect("the cities", stored.getCity().getListString(), List.of("Casablanca", "Rabat"));
    expect("the contract", stored.getContractType(), "CDI");
    expect("an extra field", stored.getAdditionalProperty("department"), "R&D");
    expect("a nested extra field", stored.getAdditionalProperty("tools"), tools);

    try {
      jobs.createJob(request);
      expect("a second job with the same id", "accepted", "refused");
    } catch (ApiException conflict) {
      String message = JsonParser.parseString(conflict.getResponseBody()).getAsJsonObject()
          .getAsJsonObject("error").get("message").getAsString();
      expect("the status of the conflict", conflict.getCode(), 409);
      expect("the message of the conflict", message,
          "Job with external id java/1 already exists; update it with PUT instead (status PUBLISHED publishes it again)");
    }

    JobUpdate change = new JobUpdate().title("Comptable").city(new JobCreateCity("Rabat"));
    jobs.updateJob("java/1", new UpdateJobRequest().job(change), IfMatch.STAR);
    stored = jobs.getJob("java/1").getJob();
    expect("the new title", stored.getTitle(), "Comptable");
    expect("the new city", stored.getCity().getString(), "Rabat");
    expect("the contract after the update", stored.getContractType(), "CDI");

    Link link = new Link().platformJobId(platformJobId).externalJobId("java/2");
    LinkResults linked = jobs.linkJobs(new LinkRequest().addLinksItem(link));
    expect("the link", linked.getResults().get(0).getStatus(), "linked");

    CandidateList page = candidates.listCandidates("java/2", "2026-01-01T00:00:00Z", null, null, null, 1, 10);
    expect("the number of candidates", page.getTotal(), 1);
    Candidate candidate = page.getCandidates().get(0);
    expect("the candidate", candidate.getFirstName(), "Salma");
    String last = candidate.getDate().toString();
    CandidateList next = candidates.listCandidates("java/2", last, null, null, null, null, null);
    expect("the next poll", next.getCandidates(), List.of());

    expect("the unpublished job", jobs.unpublishJob("java/1").getJobId(), created.getJobId());
    expect("its status", jobs.getJob("java/1").getJob().getStatus(), "UNPUBLISHED");
    // Without this, idle threads of the HTTP client keep the process for minutes.
    System.exit(0);
  }
}
