import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FetchQueryOptions, useMutation } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Confirm, returnFocus } from '../part/dialog.tsx'
import { Failure } from '../part/message.tsx'
import { type BackOfficeError, queryClient } from '../trpc.ts'

interface PeriodSettingProps<Preview, Key extends readonly unknown[]> {
  /** The number of days or months; null if the setting is off. */
  value: number | null
  valueMax: number
  words: {
    period: string
    periodHint: (valueMax: number) => string
    periodProblem: (valueMax: number) => string
    next: string
    turnOff: string
  }
  /** The query that says what a value would do now. */
  preview: (value: number) => FetchQueryOptions<Preview, BackOfficeError, Preview, Key>
  /** The dialog that asks whether to set a value. */
  turnOn: (value: number, preview: Preview, close: () => void) => ReactNode
  turnOff: (close: () => void) => ReactNode
}

/** A setting after how long the board does something. It shows what a value would do now before it is set. */
export function PeriodSetting<Preview, Key extends readonly unknown[]>({
  value,
  valueMax,
  words,
  preview,
  turnOn,
  turnOff,
}: PeriodSettingProps<Preview, Key>) {
  const [text, setText] = useState(value === null ? '' : String(value))
  const [isWrong, setWrong] = useState(false)
  const [shown, setShown] = useState<{ value: number; preview: Preview }>()
  const [isStopping, setStopping] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // While the preview loads, the button is disabled and has no focus.
  const next = useRef<HTMLButtonElement>(null)
  const look = useMutation<{ value: number; preview: Preview }, BackOfficeError, number>({
    mutationFn: async (newValue) => ({ value: newValue, preview: await queryClient.fetchQuery(preview(newValue)) }),
    onSuccess: setShown,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const newValue = Number(text)
    const isRight = Number.isInteger(newValue) && newValue >= 1 && newValue <= valueMax
    setWrong(!isRight)
    if (isRight) look.mutate(newValue)
    else field.current?.focus()
  }
  const close = () => {
    setShown(undefined)
    returnFocus(next.current)
  }
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack>
          {look.error && <Failure error={look.error} takesFocus />}
          <TextInput
            ref={field}
            label={words.period}
            description={words.periodHint(valueMax)}
            type="number"
            inputMode="numeric"
            min={1}
            max={valueMax}
            dir="ltr"
            maw={320}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            error={isWrong && words.periodProblem(valueMax)}
          />
          <Group gap="xs">
            <Button ref={next} type="submit" variant="default" loading={look.isPending}>
              {words.next}
            </Button>
            {value !== null && (
              <Button variant="default" onClick={() => setStopping(true)}>
                {words.turnOff}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      {/* The dialogs are outside of the form, because React would pass their submit events to it. */}
      {shown && turnOn(shown.value, shown.preview, close)}
      {isStopping && turnOff(() => setStopping(false))}
    </>
  )
}

interface ConfirmTurnOffProps extends Pick<ComponentProps<typeof Confirm>, 'mutation' | 'onConfirm' | 'onClose'> {
  words: Record<'turnOffTitle' | 'turnOff' | 'turnOffText', string>
}

/** The dialog that asks whether to turn the setting off. */
export const ConfirmTurnOff = ({ words, ...confirm }: ConfirmTurnOffProps) => (
  <Confirm title={words.turnOffTitle} act={words.turnOff} {...confirm}>
    <Text>{words.turnOffText}</Text>
  </Confirm>
)
