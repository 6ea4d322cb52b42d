import { NativeSelect } from '@mantine/core'

interface FilterProps<Value extends string> {
  label: string
  /** The text of the choice that filters nothing. */
  all: string
  /** Each value with its name. */
  names: Record<Value, string>
  value: Value | undefined
  onChoose: (value: Value | undefined) => void
}

/** A choice of one value, or of all. */
export function Filter<Value extends string>({ label, all, names, value, onChoose }: FilterProps<Value>) {
  const isValue = (text: string): text is Value => Object.hasOwn(names, text)
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChoose(isValue(currentTarget.value) ? currentTarget.value : undefined)}
    >
      <option value="">{all}</option>
      {Object.entries<string>(names).map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}
