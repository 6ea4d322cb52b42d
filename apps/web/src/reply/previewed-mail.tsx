import type { Locale } from '@boardwalk/schema/company'
import { pageLanguages } from '@boardwalk/schema/words/page-language'
import { Paper, Stack, Text } from '@mantine/core'
import { useWords } from '../language.tsx'
import classes from './reply.module.css'
import { replyWords } from './words.ts'

interface PreviewedMailProps {
  title: string
  mail: { locale: Locale; to: string | null; subject: string; text: string }
}

/** A mail as a person would get it, in its own language and direction. */
export function PreviewedMail({ title, mail: { locale, to, subject, text } }: PreviewedMailProps) {
  const words = useWords(replyWords)
  const { dir, name } = pageLanguages[locale]
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {title} {name}
      </Text>
      {to !== null && (
        <Text size="sm" c="dimmed" className="breakable">
          {words.to(to)}
        </Text>
      )}
      <Paper withBorder p="sm" lang={locale} dir={dir}>
        <Text fw={600} className="breakable">
          {subject}
        </Text>
        <Text size="sm" mt="xs" className={classes.text}>
          {text}
        </Text>
      </Paper>
    </Stack>
  )
}
