import { ActionIcon, Button, Group, Input, Stack, Textarea, TextInput } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
} from '@tabler/icons-react'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useWords } from '../language.tsx'
import { Dialog } from '../part/dialog.tsx'
import { commonWords } from '../part/words.ts'
import classes from './html-editor.module.css'
import { editorWords } from './html-editor-words.ts'
import { adaptPasted, canEditVisually } from './kept-html.ts'

interface HtmlEditorProps {
  label: string
  defaultValue?: string
  error?: ReactNode
  onChange?: (html: string) => void
  onBlur?: () => void
}

/**
 * A field of HTML, edited as formatted text. The editor cannot keep all HTML that an ATS may send, such as a table. The field
 * then shows the HTML itself, so that saving it loses nothing.
 */
export function HtmlEditor({ label, defaultValue = '', error, onChange, onBlur }: HtmlEditorProps) {
  const words = useWords(editorWords)
  const common = useWords(commonWords)
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
      description={isFixed ? words.onlySource : undefined}
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
          aria-label={common.actionOn(label, isSource ? words.toVisual : words.toSource)}
          onClick={() => setSource(!isSource)}
        >
          {isSource ? words.toVisual : words.toSource}
        </Button>
      </Group>
    </Input.Wrapper>
  )
}

interface VisualEditorProps {
  labelledBy: string
  initial: string
  isWrong: boolean
  onChange: (html: string) => void
  onBlur: (() => void) | undefined
}

/** An editor of formatted text, with the few formats that a job needs. */
function VisualEditor({ labelledBy, initial, isWrong, onChange, onBlur }: VisualEditorProps) {
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3, 4] },
        link: {
          autolink: false,
          openOnClick: false,
          protocols: ['mailto', 'tel'],
          HTMLAttributes: { target: null, rel: null },
        },
        trailingNode: false,
      }),
    ],
    content: initial,
    // The page's policy forbids the editor's style element. html-editor.module.css replaces it.
    injectCSS: false,
    editorProps: {
      transformPastedHTML: adaptPasted,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        'aria-invalid': String(isWrong),
        dir: 'auto',
        class: classes.text ?? '',
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
    onBlur: () => onBlur?.(),
  })
  return (
    <div className={classes.editor} data-wrong={isWrong || undefined}>
      <Tools editor={editor} />
      <EditorContent editor={editor} />
    </div>
  )
}

const tools = [
  { name: 'bold', format: 'bold', icon: IconBold, use: (e: Editor) => chain(e).toggleBold() },
  { name: 'italic', format: 'italic', icon: IconItalic, use: (e: Editor) => chain(e).toggleItalic() },
  { name: 'heading', format: 'heading', icon: IconHeading, use: (e: Editor) => chain(e).toggleHeading({ level: 3 }) },
  { name: 'list', format: 'bulletList', icon: IconList, use: (e: Editor) => chain(e).toggleBulletList() },
  { name: 'numbers', format: 'orderedList', icon: IconListNumbers, use: (e: Editor) => chain(e).toggleOrderedList() },
] as const

const steps = [
  { name: 'undo', icon: IconArrowBackUp, use: (e: Editor) => chain(e).undo() },
  { name: 'redo', icon: IconArrowForwardUp, use: (e: Editor) => chain(e).redo() },
] as const

const chain = (editor: Editor) => editor.chain().focus()

function Tools({ editor }: { editor: Editor }) {
  const words = useWords(editorWords)
  const [isLinking, setLinking] = useState(false)
  const on = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      tools: tools.map(({ format }) => current.isActive(format)),
      link: current.isActive('link'),
    }),
  })
  return (
    <Group gap={2} className={classes.tools} role="group" aria-label={words.tools}>
      {tools.map(({ name, icon: Icon, use }, index) => (
        <ActionIcon
          key={name}
          variant={on.tools[index] ? 'filled' : 'subtle'}
          aria-label={words[name]}
          aria-pressed={on.tools[index]}
          onClick={() => use(editor).run()}
        >
          <Icon size={18} aria-hidden="true" />
        </ActionIcon>
      ))}
      <ActionIcon
        variant={on.link ? 'filled' : 'subtle'}
        aria-label={words.link}
        aria-pressed={on.link}
        onClick={() => setLinking(true)}
      >
        <IconLink size={18} aria-hidden="true" />
      </ActionIcon>
      {steps.map(({ name, icon: Icon, use }) => (
        <ActionIcon key={name} variant="subtle" aria-label={words[name]} onClick={() => use(editor).run()}>
          <Icon size={18} aria-hidden="true" className="mantine-rotate-rtl" />
        </ActionIcon>
      ))}
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </Group>
  )
}

function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const words = useWords(editorWords)
  const [href, setHref] = useState<string>(editor.getAttributes('link').href ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const marked = chain(editor).extendMarkRange('link')
    if (href === '') marked.unsetLink().run()
    else marked.setLink({ href }).run()
    onClose()
  }
  return (
    <Dialog onClose={onClose} title={words.link}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={words.address}
            type="url"
            dir="ltr"
            placeholder="https://"
            value={href}
            onChange={(event) => setHref(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit">{words.setLink}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
