import { COVER_PIXELS, LOGO_BYTES_MAX } from '@boardwalk/schema/limits'
import { Button, FileButton, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../language.tsx'
import { Confirm } from '../part/dialog.tsx'
import { Failure } from '../part/message.tsx'
import { Section } from '../part/section.tsx'
import { commonWords } from '../part/words.ts'
import { afterChange, trpc } from '../trpc.ts'
import classes from './pictures.module.css'
import { type CompanyWords, companyWords } from './words.ts'

const KILOBYTES_MAX = LOGO_BYTES_MAX / 1024

/** The company's logo. */
export function Logo({ logoUrl }: { logoUrl: string | null }) {
  const words = useWords(companyWords)
  const { setLogo: set, removeLogo: remove } = trpc.company
  const prepare = async (file: File) => (file.size > LOGO_BYTES_MAX ? null : file)
  return <Picture {...{ set, remove, prepare }} words={words.logo} url={logoUrl} className={classes.logo} />
}

/** The wide picture on top of the company's page. */
export function Cover({ coverUrl }: { coverUrl: string | null }) {
  const words = useWords(companyWords)
  const { setCover: set, removeCover: remove } = trpc.company
  return (
    <Picture {...{ set, remove }} prepare={cutCover} words={words.cover} url={coverUrl} className={classes.cover} />
  )
}

/** Cuts the middle out of a picture, so that a photo of any size can be sent. Null if the browser cannot show the file. */
async function cutCover(file: File): Promise<Blob | null> {
  const image = await createImageBitmap(file).catch(() => null)
  if (image === null) return null
  const { width, height } = COVER_PIXELS
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (context === null) return null
  const scale = Math.max(width / image.width, height / image.height)
  const [drawnWidth, drawnHeight] = [image.width * scale, image.height * scale]
  context.imageSmoothingQuality = 'high'
  // A transparent picture lies on white.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight)
  image.close()
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92))
}

interface PictureProps {
  words: CompanyWords['logo']
  /** The address of the picture on the public site. */
  url: string | null
  className: string | undefined
  /** Makes what is sent from the file that the user chose. Null if the file cannot be used. */
  prepare: (file: File) => Promise<Blob | null>
  set: typeof trpc.company.setLogo
  remove: typeof trpc.company.removeLogo
}

/** A picture of the company: the one on the public site, or the one that the user has chosen and not uploaded yet. */
function Picture({ words: picture, url, className, prepare, set, remove: unset }: PictureProps) {
  const words = useWords(commonWords)
  const [chosen, setChosen] = useState<Blob | null>(null)
  const [isRefused, setRefused] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const preview = useObjectUrl(chosen)
  const shown = preview ?? url
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
    set.mutationOptions({
      ...done(picture.saved),
      onError({ data }) {
        if (data?.code === 'invalid_request' || data?.code === 'body_too_large') refuse()
      },
    }),
  )
  const remove = useMutation(unset.mutationOptions(done(picture.removed)))
  const choose = async (file: File | null) => {
    // Without this, the browser would not report that the user chose the same file again, after correcting it.
    forgetFile.current?.()
    upload.reset()
    const prepared = file && (await prepare(file))
    if (file !== null && prepared === null) return refuse()
    setRefused(false)
    setChosen(prepared)
  }
  const send = async (file: Blob) => {
    // A browser does not read a file that has changed since the user chose it.
    const base64 = await toBase64(file).catch(() => null)
    if (base64 === null) return refuse()
    upload.mutate({ base64 })
  }
  return (
    <Section title={picture.title} maw={720}>
      {shown === null ? (
        <Text c="dimmed">{picture.none}</Text>
      ) : (
        <img
          className={className}
          src={shown}
          alt={preview === null ? picture.current : picture.chosen}
          onError={preview === null ? undefined : refuse}
        />
      )}
      {isRefused ? (
        <Text role="alert" c="var(--mantine-color-error)">
          {picture.refused(KILOBYTES_MAX)}
        </Text>
      ) : (
        upload.error && <Failure error={upload.error} takesFocus />
      )}
      <Text size="sm">{picture.hint(KILOBYTES_MAX)}</Text>
      <Group gap="xs">
        {chosen !== null && (
          <Button loading={upload.isPending} onClick={() => void send(chosen)}>
            {picture.upload}
          </Button>
        )}
        <FileButton onChange={choose} accept="image/png,image/jpeg,image/webp" resetRef={forgetFile}>
          {(props) => (
            <Button {...props} ref={chooser} variant="default">
              {picture.choose}
            </Button>
          )}
        </FileButton>
        {chosen !== null && (
          <Button
            variant="default"
            disabled={upload.isPending}
            onClick={() => {
              void choose(null)
              chooser.current?.focus()
            }}
          >
            {words.cancel}
          </Button>
        )}
        {chosen === null && url !== null && (
          <Button variant="default" onClick={() => setRemoving(true)}>
            {picture.remove}
          </Button>
        )}
      </Group>
      {isRemoving && (
        <Confirm
          title={picture.removeTitle}
          act={picture.remove}
          isDestructive
          mutation={remove}
          onConfirm={() => remove.mutate()}
          onClose={() => setRemoving(false)}
        >
          <Text>{picture.removeText}</Text>
        </Confirm>
      )}
    </Section>
  )
}

/** Makes an address under which the page can show a chosen file. */
function useObjectUrl(file: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (file === null) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

async function toBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
