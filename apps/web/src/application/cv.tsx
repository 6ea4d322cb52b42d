import { applyFieldLabels } from '@boardwalk/schema/words/application-labels'
import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useLanguage, useWords } from '../language.tsx'
import { commonWords } from '../part/words.ts'
import type { Answers } from '../trpc.ts'
import classes from './application.module.css'
import { applicationWords } from './words.ts'

type CvProps = Pick<Answers['application']['get'], 'cvUrl' | 'cvDownloadUrl'>

/** The CV in the browser's own viewer. Most phones can show it only in a tab of its own. */
export function Cv({ cvUrl, cvDownloadUrl }: CvProps) {
  const words = useWords(applicationWords)
  const common = useWords(commonWords)
  const { locale } = useLanguage()
  return (
    <Paper component="section" withBorder p="md" className={classes.cvPaper}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {applyFieldLabels.cv[locale]}
        </Title>
        {cvUrl !== null && cvDownloadUrl !== null && (
          <Group gap="xs">
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
            </Button>
            <Button
              component="a"
              href={cvDownloadUrl}
              download
              size="xs"
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden="true" />}
            >
              {words.download}
            </Button>
          </Group>
        )}
      </Group>
      <CvViewer cvUrl={cvUrl} />
    </Paper>
  )
}

function CvViewer({ cvUrl }: Pick<CvProps, 'cvUrl'>) {
  const words = useWords(applicationWords)
  const { locale } = useLanguage()
  if (cvUrl === null) return <Text c="dimmed">{words.noCv}</Text>
  if (!navigator.pdfViewerEnabled) return <Text>{words.noViewer}</Text>
  return <iframe className={classes.cv} src={cvUrl} title={applyFieldLabels.cv[locale]} />
}
