import { type Applicant, createCv } from './applicants.ts'

/** Opens a job page and sends its form, as a browser does. `times` clicks on the button send the same form again. */
export async function apply(jobUrl: string, applicant: Applicant, times = 1): Promise<{ id: string; date: string }[]> {
  const page = await (await fetch(jobUrl)).text()
  const formId = /name="formId"[^>]* value="([^"]+)"/.exec(page)?.[1]
  if (formId === undefined) throw new Error(`There is no apply form on ${jobUrl}`)
  const form = new FormData()
  for (const [name, value] of Object.entries({ formId, ...applicant, consent: 'yes' })) form.set(name, value)
  form.set('cv', createCv(applicant), 'cv.pdf')
  return Promise.all(
    Array.from({ length: times }, async () => {
      const res = await fetch(`${jobUrl}/apply`, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: form,
      })
      if (res.status !== 201) throw new Error(`The form was answered with ${res.status}: ${await res.text()}`)
      // The form's answer is the server's own.
      return (await res.json()) as { id: string; date: string }
    }),
  )
}
