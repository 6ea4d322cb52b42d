// Keeps a company's candidates in the folder candidates, a file for each: ID.txt, with the name and the status.
//
//	BOARDWALK_URL=https://jobs.example.com/api BOARDWALK_API_KEY=bwk_... go run follow.go
//
// A file is written when a person applies or has another status, and removed when the person is erased. The board answers
// as soon as that happens, and each 20 seconds. If it cannot wait, the program asks it each 60 seconds. With
// POLL_SECONDS=0, for cron, the program ends when there is no more. Killed and started again, it goes on where it was.
// Run one at a time in a folder.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

type list struct {
	Candidates []struct{ ID, FirstName, LastName, Status, ErasedAt string }
	Error      struct{ Message string }
}

func main() {
	pollSeconds := 60
	fmt.Sscan(os.Getenv("POLL_SECONDS"), &pollSeconds)
	must(0, os.MkdirAll("candidates", 0o700))
	saved, err := os.ReadFile("cursor")
	if !errors.Is(err, fs.ErrNotExist) {
		must(0, err)
	}
	since := max(string(saved), "1970-01-01")
	// A redirect is not followed, because that would send the key to the new address.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	board := http.Client{Timeout: time.Minute, CheckRedirect: stay}
	for {
		address := fmt.Sprintf("%s/candidates?changes=true&synced=true&wait=%d&pageSize=100&since=%s",
			os.Getenv("BOARDWALK_URL"), min(pollSeconds, 20), since)
		request := must(http.NewRequest("GET", address, nil))
		request.Header.Set("x-api-key", os.Getenv("BOARDWALK_API_KEY"))
		pause, page, through := pollSeconds, list{}, ""
		answer, err := board.Do(request)
		if err == nil {
			err = json.NewDecoder(answer.Body).Decode(&page)
			answer.Body.Close()
			through = answer.Header.Get("x-synced-through")
			waited := 0.0
			fmt.Sscan(answer.Header.Get("x-waited"), &waited)
			if answer.StatusCode/100 == 4 && answer.StatusCode != 429 {
				log.Fatal(answer.Status, ": ", page.Error.Message)
			} else if answer.StatusCode != 200 || err != nil || page.Candidates == nil || through == "" {
				err, page = fmt.Errorf("%s, no page: %v", answer.Status, err), list{}
				fmt.Sscan(answer.Header.Get("Retry-After"), &pause)
				pause = max(pause, 1)
			} else if len(page.Candidates) > 0 || waited >= 1 {
				pause = 0 // The next page may have more, or the board waits again.
			}
		}
		erased := []map[string]any{}
		for _, c := range page.Candidates { // Or call your system. A change that comes twice must be no harm.
			path := filepath.Join("candidates", c.ID+".txt")
			if c.ErasedAt == "" {
				write(path, c.FirstName+" "+c.LastName+"\t"+c.Status+"\n")
			} else if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
				must(0, err)
			}
			if c.ErasedAt != "" {
				erased = append(erased, map[string]any{"id": c.ID, "erased": true})
			}
		}
		if len(erased) > 0 {
			if err = confirm(&board, erased); err != nil {
				pause, page = max(pollSeconds, 1), list{} // The next poll brings the erased people again.
			}
		}
		if len(page.Candidates) > 0 {
			write("cursor.new", through) // Not before the changes are on the disk.
			must(0, os.Rename("cursor.new", "cursor"))
			since = through
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

// confirm tells the board which people are erased here.
func confirm(board *http.Client, erased []map[string]any) error {
	body := must(json.Marshal(map[string]any{"candidates": erased}))
	request := must(http.NewRequest("PUT", os.Getenv("BOARDWALK_URL")+"/candidates", bytes.NewReader(body)))
	request.Header.Set("x-api-key", os.Getenv("BOARDWALK_API_KEY"))
	request.Header.Set("content-type", "application/json")
	answer, err := board.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	var page struct{ Results []any }
	if err := json.NewDecoder(answer.Body).Decode(&page); answer.StatusCode != 200 || err != nil || page.Results == nil {
		return fmt.Errorf("%s, erasures not confirmed: %v", answer.Status, err)
	}
	return nil
}

func write(path string, text string) {
	file := must(os.OpenFile(path, os.O_TRUNC|os.O_CREATE|os.O_WRONLY|os.O_SYNC, 0o600))
	must(file.WriteString(text))
	must(0, file.Close())
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
