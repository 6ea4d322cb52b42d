// Reads the answers of a newer board with the client that openapi-generator makes for Go.
package main

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"strconv"

	board "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func expect(what string, actual, expected any) {
	if !reflect.DeepEqual(actual, expected) {
		fmt.Printf("%s: expected %#v, got %#v\n", what, expected, actual)
		os.Exit(1)
	}
}

// must gives the answer of a request that has to succeed.
func must[Answer any](answer Answer, _ any, err error) Answer {
	expect("the error of a success", err, nil)
	return answer
}

func main() {
	configuration := board.NewConfiguration()
	configuration.Servers = board.ServerConfigurations{{URL: os.Getenv("BOARD_URL") + "/api"}}
	client := board.NewAPIClient(configuration)
	ctx := context.WithValue(context.Background(), board.ContextAPIKeys,
		map[string]board.APIKey{"apiKey": {Key: os.Getenv("BOARD_KEY")}})
	platformJobId, _ := strconv.ParseInt(os.Getenv("PLATFORM_JOB_ID"), 10, 32)
	jobs, candidates := client.JobsAPI, client.CandidatesAPI
	const new = "TOMORROW"

	me := must(client.KeyAPI.GetMe(ctx).Execute())
	expect("the scopes", me.Key.Scopes, []string{"read", "write", new})
	expect("the new member", me.AdditionalProperties, map[string]any{"tomorrow": new})

	job := board.NewJobCreate("go/1", "Comptable")
	job.SetContractType(board.CDI)
	job.SetWorkMode(board.REMOTE)
	job.SetLanguages([]board.Language{board.FR})
	create := jobs.CreateJob(ctx).CreateJobRequest(*board.NewCreateJobRequest(*job))
	created, answer, err := create.Execute()
	expect("the error of a success", err, nil)
	expect("the new header", answer.Header.Get("x-tomorrow"), "yes")
	_, answer, err = create.Execute()
	refused, _ := err.(*board.GenericOpenAPIError)
	conflict, _ := refused.Model().(board.JobIdError)
	expect("the code of a conflict", conflict.Error.Code, "job_exists")
	stored := must(jobs.GetJob(ctx, "go/1").Execute()).Job
	expect("the job", []string{stored.Title, stored.Status, stored.ChangedBy}, []string{"Comptable", new, new})
	lists := append(stored.Languages, stored.GetContractType(), stored.GetWorkMode())
	expect("its lists", lists, []string{"fr", new, new, new})
	upserts := board.NewJobUpserts([]board.JobUpsert{*board.NewJobUpsert("go/1")})
	expect("the result of an update", must(jobs.UpsertJobs(ctx).JobUpserts(*upserts).Execute()).Results[0].Status, new)
	links := board.NewLinkRequest([]board.Link{*board.NewLink(int32(platformJobId), "go/2")})
	expect("the link", must(jobs.LinkJobs(ctx).LinkRequest(*links).Execute()).Results[0].Status, new)
	expect("the jobs", must(jobs.ListJobs(ctx).Execute()).Jobs[1].JobId, created.JobId)

	all := must(candidates.ListAllCandidates(ctx).Execute()).Candidates
	page := append(all, must(candidates.ListCandidates(ctx, "go/2").Execute()).Candidates...)
	expect("the candidates", []string{page[0].FirstName, page[1].FirstName}, []string{"Salma", "Salma"})
	found := must(candidates.GetCandidate(ctx, page[0].Id).Execute()).Candidate
	expect("the status", []string{found.Status, found.StatusChangedBy}, []string{new, new})
	update := board.NewCandidateUpdate(found.Id)
	update.SetStatus(board.HIRED)
	updates := board.NewCandidateUpdates([]board.CandidateUpdate{*update})
	results := must(candidates.UpdateCandidates(ctx).CandidateUpdates(*updates).Execute()).Results
	expect("the result of a status", results[0].Status, new)
	expect("the unpublished job", must(jobs.UnpublishJob(ctx, "go/1").Execute()).JobId, created.JobId)
}
