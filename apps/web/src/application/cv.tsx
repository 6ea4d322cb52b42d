import { applyFieldLabels } from '@boardwalk/schema/words/application-labels'
import { Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useLanguage, useWords } from '../language.tsx'
import { commonWords } from '../part/words.ts'
import type { Answers } from '../trpc.ts'
import classes from './application.module.css'
import { applicationWords } from './words.ts'

type CvProps = Pick<Answers['application']['get'], 'cvType' | 'cvUrl' | 'cvDownloadUrl'>

/** The CV: a PDF in the browser's own viewer, which most phones have only in a tab of its own; any other file to download. */
export function Cv(cv: CvProps) {
  const { locale } = useLanguage()
  const title = applyFieldLabels.cv[locale]
  return (
    <Paper component="section" withBorder p="md" className={classes.cvPaper}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        <CvLinks {...cv} />
      </Group>
      <CvViewer {...cv} title={title} />
    </Paper>
  )
}

/** The CV in a list of applications. It loads only when the user unfolds it, because a list may have many. `name` is the applicant's. */
export function FoldedCv({ name, ...cv }: CvProps & { name: string }) {
  const words = useWords(applicationWords)
  const common = useWords(commonWords)
  const { locale } = useLanguage()
  const [isOpen, { toggle }] = useDisclosure(false)
  const title = applyFieldLabels.cv[locale]
  const action = isOpen ? words.hideCv : words.showCv
  return (
    <Stack gap="sm" className={classes.foldedCv}>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h5">
          {title}
        </Title>
        <Group gap="xs">
          {cv.cvUrl !== null && navigator.pdfViewerEnabled && (
            <Button
              size="xs"
              variant="default"
              aria-label={common.actionOn(action, name)}
              aria-expanded={isOpen}
              onClick={toggle}
            >
              {action}
            </Button>
          )}
          <CvLinks {...cv} name={name} />
        </Group>
      </Group>
      {(isOpen || cv.cvUrl === null) && <CvViewer {...cv} title={common.actionOn(title, name)} />}
    </Stack>
  )
}

function CvLinks({ cvUrl, cvDownloadUrl, name }: CvProps & { name?: string }) {
  const words = useWords(applicationWords)
  const common = useWords(commonWords)
  if (cvDownloadUrl === null) return null
  const of = name !== undefined && <VisuallyHidden> {name}</VisuallyHidden>
  return (
    <Group gap="xs">
      {cvUrl !== null && (
        <Button
          component="a"
          href={cvUrl}
          target="_blank"
          rel="noopener"
          size="xs"
          variant="default"
          rightSection={<IconExternalLink size={16} aria-label={common.opensInNewTab} />}
        >
          {words.openCv}
          {of}
        </Button>
      )}
      <Button
        component="a"
        href={cvDownloadUrl}
        download
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
      >
        {words.download}
        {of}
      </Button>
    </Group>
  )
}

function CvViewer({ cvType, cvUrl, title }: CvProps & { title: string }) {
  const words = useWords(applicationWords)
  if (cvType === null) return <Text c="dimmed">{words.noCv}</Text>
  if (cvUrl === null) return <Text>{words.toDownload(cvType.toUpperCase())}</Text>
  if (!navigator.pdfViewerEnabled) return <Text>{words.noViewer}</Text>
  return <iframe className={classes.cv} src={cvUrl} title={title} />
}
