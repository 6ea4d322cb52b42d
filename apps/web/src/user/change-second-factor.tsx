import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useLanguage } from '../language.tsx'
import { Confirm } from '../part/confirm.tsx'
import { required } from '../part/problem.tsx'
import { type Answers, queryClient, trpc } from '../trpc.ts'
import { CodeField } from './code-field.tsx'
import { PasswordField } from './password-field.tsx'

interface ChangeSecondFactorProps {
  change: 'renew' | 'turnOff'
  onCodes: (made: Answers['account']['renewRecoveryCodes']) => void
  onClose: () => void
}

/** Turns the second factor off, or makes new recovery codes, after the password and a code. */
export function ChangeSecondFactor({ change, onCodes, onClose }: ChangeSecondFactorProps) {
  const { words } = useLanguage()
  const findProblem = (value: string) => (value.trim() === '' ? required : null)
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: { password: findProblem, code: findProblem },
  })
  const renew = useMutation(trpc.account.renewRecoveryCodes.mutationOptions({ onSuccess: onCodes }))
  const turnOff = useMutation(
    trpc.account.turnOffSecondFactor.mutationOptions({
      async onSuccess() {
        notifications.show({ message: words.secondFactor.turnedOff })
        onClose()
        await queryClient.invalidateQueries(trpc.account.secondFactor.queryFilter())
      },
    }),
  )
  const mutation = change === 'renew' ? renew : turnOff
  return (
    <Confirm
      title={words.secondFactor[change]}
      act={words.secondFactor[change]}
      isDestructive={change === 'turnOff'}
      mutation={mutation}
      onConfirm={() => {
        if (!form.validate().hasErrors) mutation.mutate(form.getValues())
      }}
      onClose={onClose}
    >
      <Text>{change === 'renew' ? words.secondFactor.renewText : words.secondFactor.turnOffText}</Text>
      <PasswordField
        label={words.account.currentPassword}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      <CodeField {...form.getInputProps('code')} />
    </Confirm>
  )
}
