import { Group, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../language.tsx'
import { Confirm, LeavingForm } from '../part/dialog.tsx'
import { createFormId, Form } from '../part/form.tsx'
import { RowButton } from '../part/list.tsx'
import { Loaded } from '../part/page.tsx'
import { Section } from '../part/section.tsx'
import { When } from '../part/value.tsx'
import { type Answers, afterChange, trpc } from '../trpc.ts'
import classes from './application.module.css'
import { applicationWords } from './words.ts'

type Note = Answers['application']['listNotes']['notes'][number]

/** The id of the field for a new note. */
export const NOTE_FIELD = 'note'

/** As in the schema, whose code the browser does not load. */
const CHARACTERS_MAX = 5000
/** How often the page asks for notes of colleagues. */
const REFRESH_MS = 10_000

interface NotesProps {
  /** The application's id. */
  id: string
  /** Whether the user is there. */
  isIdle: boolean
}

/** What the company's users wrote about an application, and a field for a new note. */
export function Notes({ id, isIdle }: NotesProps) {
  const words = useWords(applicationWords)
  const notes = useQuery(
    trpc.application.listNotes.queryOptions({ id }, { refetchInterval: isIdle ? false : REFRESH_MS }),
  )
  return (
    <Section title={words.notes.title}>
      <Text size="sm" c="dimmed">
        {words.notes.text}
      </Text>
      <Loaded query={notes}>
        {({ notes: written }) =>
          written.length > 0 && (
            <ul className="plain-list">
              {written.map((note) => (
                <OneNote key={note.id} note={note} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <NewNote id={id} />
    </Section>
  )
}

function OneNote({ note }: { note: Note }) {
  const words = useWords(applicationWords)
  return (
    <li className={classes.note}>
      <Text dir="auto" className={classes.message}>
        {note.text}
      </Text>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" className="breakable">
          {note.isOwn ? words.notes.own : <bdi>{note.by}</bdi>}, <When at={note.at} />
        </Text>
        {note.isOwn && (
          <RowButton
            action={words.notes.remove}
            name={note.text.slice(0, 50)}
            dialog={(close) => <DeleteNote note={note} onClose={close} />}
          />
        )}
      </Group>
    </li>
  )
}

function DeleteNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const words = useWords(applicationWords)
  const remove = useMutation(
    trpc.application.deleteNote.mutationOptions(
      afterChange(words.notes.removed, trpc.application.listNotes.pathFilter(), onClose),
    ),
  )
  return (
    <Confirm
      title={words.notes.removeTitle}
      act={words.notes.removeSubmit}
      isDestructive
      mutation={remove}
      onConfirm={() => remove.mutate({ noteId: note.id })}
      onClose={onClose}
    >
      <Text>{words.notes.removeText}</Text>
    </Confirm>
  )
}

function NewNote({ id }: { id: string }) {
  const words = useWords(applicationWords)
  const [text, setText] = useState('')
  const add = useMutation(
    trpc.application.addNote.mutationOptions({
      onSuccess: (_, { text: saved }) =>
        afterChange(words.notes.added, trpc.application.listNotes.queryFilter({ id }), () => {
          // What the user has typed since then is the next note.
          setText((now) => (now === saved ? '' : now))
        }).onSuccess(),
    }),
  )
  const submit = () => {
    if (text.trim() === '' || add.isPending) return
    // The server makes one note of an id, even if it arrives several times: the text that was first.
    const isAgain = add.isError && add.variables.text === text
    add.mutate({ id, noteId: isAgain ? add.variables.noteId : createFormId(), text })
  }
  return (
    <>
      <LeavingForm isDirty={() => text.trim() !== ''} isSaving={add.isPending} />
      <Form
        mutation={add}
        act={words.notes.submit}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Textarea
          id={NOTE_FIELD}
          label={words.notes.label}
          dir="auto"
          rows={3}
          maxLength={CHARACTERS_MAX}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
          }}
        />
      </Form>
    </>
  )
}
