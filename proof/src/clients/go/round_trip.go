// Drives a board with the client that openapi-generator makes for Go.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"time"

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
	get := func() board.Job { return must(jobs.GetJob(ctx, "go/1").Execute()).Job }

	job := board.NewJobCreate("go/1", "Développeuse")
	job.SetCity(board.JobCreateCity{ArrayOfString: &[]string{"Casablanca", "Rabat"}})
	job.SetContractType(board.CDI)
	job.SetMinSalary(18000)
	extra := map[string]any{"department": "R&D", "tools": map[string]any{"editor": "vim"}}
	job.AdditionalProperties = extra
	create := jobs.CreateJob(ctx).CreateJobRequest(*board.NewCreateJobRequest(*job))
	created := must(create.Execute())

	stored := get()
	expect("the internal id", stored.JobId, created.JobId)
	expect("the title", stored.Title, "Développeuse")
	expect("the cities", *stored.City.Get().ArrayOfString, []string{"Casablanca", "Rabat"})
	expect("the contract", stored.GetContractType(), "CDI")
	expect("the salary", stored.GetMinSalary(), float32(18000))
	expect("the extra fields", stored.AdditionalProperties, extra)

	_, answer, err := create.Execute()
	var refused *board.GenericOpenAPIError
	if !errors.As(err, &refused) {
		expect("a second job with the same id", err, "refused")
	}
	conflict, _ := refused.Model().(board.JobIdError)
	expect("the status of the conflict", answer.StatusCode, 409)
	expect("the message of the conflict", conflict.Error.Message,
		"Job with external id go/1 already exists; update it with PUT instead (status PUBLISHED publishes it again)")

	change := board.NewJobUpdate()
	change.SetTitle("Comptable")
	change.SetCity(board.JobCreateCity{String: board.PtrString("Rabat")})
	must(jobs.UpdateJob(ctx, "go/1").UpdateJobRequest(*board.NewUpdateJobRequest(*change)).Execute())
	stored = get()
	expect("the new title", stored.Title, "Comptable")
	expect("the new city", *stored.City.Get().String, "Rabat")
	expect("the salary after the update", stored.GetMinSalary(), float32(18000))

	links := board.NewLinkRequest([]board.Link{*board.NewLink(int32(platformJobId), "go/2")})
	linked := must(jobs.LinkJobs(ctx).LinkRequest(*links).Execute())
	expect("the link", linked.Results[0].Status, "linked")

	page := must(candidates.ListCandidates(ctx, "go/2").Since("2026-01-01T00:00:00Z").PageSize(10).Execute())
	expect("the number of candidates", page.Total, int32(1))
	expect("the candidate", page.Candidates[0].FirstName, "Salma")
	last := page.Candidates[0].Date.Format(time.RFC3339Nano)
	expect("the next poll", len(must(candidates.ListCandidates(ctx, "go/2").Since(last).Execute()).Candidates), 0)

	expect("the unpublished job", must(jobs.UnpublishJob(ctx, "go/1").Execute()).JobId, created.JobId)
	expect("its status", get().Status, "UNPUBLISHED")
}
