import { Button, Group, Input, Textarea } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useLanguage } from '../language.tsx'
import classes from './html-editor.module.css'
import { canEditVisually } from './kept-html.ts'
import { VisualEditor } from './visual-editor.tsx'

interface HtmlEditorProps {
  label: string
  defaultValue?: string
  error?: ReactNode
  onChange?: (html: string) => void
  onBlur?: () => void
}

/**
 * A field of HTML, edited as formatted text. An ATS may have sent HTML that this editor cannot keep, such as a table; the
 * field then shows the HTML itself, so that saving it loses nothing.
 */
export function HtmlEditor({ label, defaultValue = '', error, onChange, onBlur }: HtmlEditorProps) {
  const { words } = useLanguage()
  const id = useId()
  const [html, setHtml] = useState(defaultValue)
  const [isSource, setSource] = useState(() => !canEditVisually(html))
  const isFixed = isSource && !canEditVisually(html)
  const change = (changed: string) => {
    setHtml(changed)
    onChange?.(changed)
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      error={error}
      description={isFixed ? words.editor.onlySource : undefined}
    >
      {isSource ? (
        <Textarea
          aria-labelledby={id}
          className={classes.source}
          value={html}
          rows={8}
          dir="ltr"
          spellCheck={false}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={onBlur}
        />
      ) : (
        <VisualEditor labelledBy={id} initial={html} isWrong={Boolean(error)} onChange={change} onBlur={onBlur} />
      )}
      <Group justify="flex-end" mt={4}>
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={isFixed}
          aria-label={words.actionOn(label, isSource ? words.editor.toVisual : words.editor.toSource)}
          onClick={() => setSource(!isSource)}
        >
          {isSource ? words.editor.toVisual : words.editor.toSource}
        </Button>
      </Group>
    </Input.Wrapper>
  )
}
