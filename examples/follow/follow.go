// Appends the id and name of each new candidate to candidates.tsv. Killed and started again, it goes on where it was.
//
//	BOARDWALK_URL=https://jobs.example.com/api BOARDWALK_API_KEY=bwk_... go run follow.go
//
// It polls every 60 seconds; with POLL_SECONDS=0, for cron, it ends when nobody is new. Run one at a time in a folder.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

type list struct {
	Candidates []struct{ ID, Date, FirstName, LastName string }
	Error      struct{ Message string }
}

func main() {
	pollSeconds := 60
	fmt.Sscan(os.Getenv("POLL_SECONDS"), &pollSeconds)
	write("cursor", os.O_APPEND, "") // Creates the file the first time.
	since := max(string(must(os.ReadFile("cursor"))), "1970-01-01")
	// A redirect is not followed, because that would send the key to the new address.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	board := http.Client{Timeout: time.Minute, CheckRedirect: stay}
	for {
		request := must(http.NewRequest("GET", os.Getenv("BOARDWALK_URL")+"/candidates?pageSize=100&since="+since, nil))
		request.Header.Set("x-api-key", os.Getenv("BOARDWALK_API_KEY"))
		pause, page := pollSeconds, list{}
		answer, err := board.Do(request)
		if err == nil {
			err = json.NewDecoder(answer.Body).Decode(&page)
			answer.Body.Close()
			if answer.StatusCode/100 == 4 && answer.StatusCode != 429 {
				log.Fatal(answer.Status, ": ", page.Error.Message)
			} else if answer.StatusCode != 200 || err != nil || page.Candidates == nil {
				err, page = fmt.Errorf("%s, no page: %v", answer.Status, err), list{}
				fmt.Sscan(answer.Header.Get("Retry-After"), &pause)
				pause = max(pause, 1)
			}
		}
		for _, c := range page.Candidates {
			write("candidates.tsv", os.O_APPEND, c.ID+"\t"+c.FirstName+" "+c.LastName+"\n") // Or call your system.
			write("cursor.new", os.O_TRUNC, c.Date)                                         // Not before the line is on the disk.
			must(0, os.Rename("cursor.new", "cursor"))
			since, pause = c.Date, 0 // The next page may have more.
		}
		if pollSeconds == 0 && (err != nil || len(page.Candidates) == 0) {
			must(0, err)
			return
		} else if err != nil {
			log.Print(err, "; next poll in ", pause, " s")
		}
		time.Sleep(time.Duration(pause) * time.Second)
	}
}

func write(name string, how int, text string) {
	file := must(os.OpenFile(name, how|os.O_CREATE|os.O_WRONLY|os.O_SYNC, 0o600))
	must(file.WriteString(text))
	must(0, file.Close())
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
