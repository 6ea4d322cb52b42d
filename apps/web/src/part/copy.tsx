import { ActionIcon, Button, type ButtonProps, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useWords } from '../language.tsx'
import { commonWords } from './words.ts'

interface CopyProps extends Pick<ButtonProps, 'size' | 'variant'> {
  text: string
  /** What is copied, for people who cannot see it. */
  what: string
  /** Only an icon, for the cell of a table. */
  isSmall?: boolean
}

/** A button that copies a text to the clipboard and says so. */
export function Copy({ text, what, isSmall = false, size = 'xs', variant = 'default' }: CopyProps) {
  const words = useWords(commonWords)
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const Icon = isCopied ? IconCheck : IconCopy
  const copy = async () => setCopied(await copyText(text))
  const label = words.actionOn(words.copy.copy, what)
  return (
    <>
      {isSmall ? (
        <ActionIcon variant="subtle" size={24} className="copy-icon" aria-label={label} onClick={copy}>
          <Icon size={16} aria-hidden="true" />
        </ActionIcon>
      ) : (
        <Button
          size={size}
          variant={variant}
          leftSection={<Icon size={16} aria-hidden="true" />}
          aria-label={label}
          onClick={copy}
        >
          {isCopied ? words.copy.copied : words.copy.copy}
        </Button>
      )}
      <VisuallyHidden role="status">{isCopied ? words.copy.copied : ''}</VisuallyHidden>
    </>
  )
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Browsers offer the clipboard only to https and local pages, and may refuse it there. The old method still works.
  }
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}
