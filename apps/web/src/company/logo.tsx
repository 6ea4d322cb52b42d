import { LOGO_BYTES_MAX } from '@boardwalk/schema/limits'
import { Button, FileButton, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/dialog.tsx'
import { Failure } from '../part/message.tsx'
import { Section } from '../part/section.tsx'
import { afterChange, trpc } from '../trpc.ts'
import classes from './logo.module.css'

const KILOBYTES_MAX = LOGO_BYTES_MAX / 1024

/** The company's logo: the one on the public site, or the file that the user has chosen and not uploaded yet. */
export function Logo({ logoUrl }: { logoUrl: string | null }) {
  const { words } = useLanguage()
  const [chosen, setChosen] = useState<File | null>(null)
  const [isRefused, setRefused] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const preview = useObjectUrl(chosen)
  const shown = preview ?? logoUrl
  const done = (message: string) =>
    afterChange(message, trpc.company.pathFilter(), () => {
      setChosen(null)
      setRemoving(false)
      chooser.current?.focus()
    })
  /** Takes the focus after a change, because the buttons that upload, cancel and remove disappear. */
  const chooser = useRef<HTMLButtonElement>(null)
  const forgetFile = useRef<() => void>(null)
  const refuse = () => {
    setChosen(null)
    setRefused(true)
    chooser.current?.focus()
  }
  const upload = useMutation(
    trpc.company.setLogo.mutationOptions({
      ...done(words.logo.saved),
      onError({ data }) {
        if (data?.code === 'invalid_request' || data?.code === 'body_too_large') refuse()
      },
    }),
  )
  const remove = useMutation(trpc.company.removeLogo.mutationOptions(done(words.logo.removed)))
  const choose = (file: File | null) => {
    // Without this, the browser would not report that the user chose the same file again, after correcting it.
    forgetFile.current?.()
    upload.reset()
    if (file !== null && file.size > LOGO_BYTES_MAX) return refuse()
    setRefused(false)
    setChosen(file)
  }
  return (
    <Section title={words.logo.title} maw={720}>
      {shown === null ? (
        <Text c="dimmed">{words.logo.none}</Text>
      ) : (
        <img
          className={classes.logo}
          src={shown}
          alt={preview === null ? words.logo.current : words.logo.chosen}
          onError={preview === null ? undefined : refuse}
        />
      )}
      {isRefused ? (
        <Text role="alert" c="var(--mantine-color-error)">
          {words.logo.refused(KILOBYTES_MAX)}
        </Text>
      ) : (
        upload.error && <Failure error={upload.error} takesFocus />
      )}
      <Text size="sm">{words.logo.hint(KILOBYTES_MAX)}</Text>
      <Group gap="xs">
        {chosen !== null && (
          <Button loading={upload.isPending} onClick={async () => upload.mutate({ base64: await toBase64(chosen) })}>
            {words.logo.upload}
          </Button>
        )}
        <FileButton onChange={choose} accept="image/png,image/jpeg,image/webp" resetRef={forgetFile}>
          {(props) => (
            <Button {...props} ref={chooser} variant="default">
              {words.logo.choose}
            </Button>
          )}
        </FileButton>
        {chosen !== null && (
          <Button
            variant="default"
            disabled={upload.isPending}
            onClick={() => {
              choose(null)
              chooser.current?.focus()
            }}
          >
            {words.cancel}
          </Button>
        )}
        {chosen === null && logoUrl !== null && (
          <Button variant="default" onClick={() => setRemoving(true)}>
            {words.logo.remove}
          </Button>
        )}
      </Group>
      {isRemoving && (
        <Confirm
          title={words.logo.removeTitle}
          act={words.logo.remove}
          isDestructive
          mutation={remove}
          onConfirm={() => remove.mutate()}
          onClose={() => setRemoving(false)}
        >
          <Text>{words.logo.removeText}</Text>
        </Confirm>
      )}
    </Section>
  )
}

/** Makes an address under which the page can show a chosen file. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (file === null) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
