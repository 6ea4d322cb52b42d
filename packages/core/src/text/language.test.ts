import { expect, test } from 'vitest'
import cases from './fixture/text-languages.json' with { type: 'json' }
import { findTextLanguage } from './language.ts'

test('the language of a job is that of its texts, if these tell it', () => {
  for (const { fields, language } of cases)
    expect([fields, findTextLanguage(fields) ?? null]).toEqual([fields, language])
})
