import { LOGO_BYTES_MAX } from '@boardwalk/schema/limits'
import { Button, FileButton, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { Failure } from '../part/failure.tsx'
import { queryClient, trpc } from '../trpc.ts'
import classes from './logo.module.css'

const KILOBYTES_MAX = LOGO_BYTES_MAX / 1024

/** The company's logo: the one on the public site, or the one that was chosen and is not uploaded yet. */
export function Logo({ logoUrl }: { logoUrl: string | null }) {
  const { words } = useLanguage()
  const [chosen, setChosen] = useState<File | null>(null)
  const [isRefused, setRefused] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const preview = useObjectUrl(chosen)
  const shown = preview ?? logoUrl
  const done = (message: string) => async () => {
    notifications.show({ message })
    setChosen(null)
    setRemoving(false)
    chooser.current?.focus()
    await queryClient.invalidateQueries(trpc.company.pathFilter())
  }
  /** The buttons that upload, cancel and remove go when they are used. This one stays. */
  const chooser = useRef<HTMLButtonElement>(null)
  const forgetFile = useRef<() => void>(null)
  const refuse = () => {
    setChosen(null)
    setRefused(true)
    chooser.current?.focus()
  }
  const upload = useMutation(
    trpc.company.setLogo.mutationOptions({
      onSuccess: done(words.logo.saved),
      onError({ data }) {
        if (data?.code === 'invalid_request' || data?.code === 'body_too_large') refuse()
      },
    }),
  )
  const remove = useMutation(trpc.company.removeLogo.mutationOptions({ onSuccess: done(words.logo.removed) }))
  const choose = (file: File | null) => {
    // A browser reports a file that is chosen again, after it was corrected, only if the field has forgotten it.
    forgetFile.current?.()
    upload.reset()
    if (file !== null && file.size > LOGO_BYTES_MAX) return refuse()
    setRefused(false)
    setChosen(file)
  }
  return (
    <Paper component="section" withBorder p="lg" maw={720}>
      <Stack>
        <Title order={2} size="h4">
          {words.logo.title}
        </Title>
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
      </Stack>
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
    </Paper>
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
