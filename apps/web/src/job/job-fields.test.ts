import { expect, it } from 'vitest'
import { toChangedJob, toForm, toJob } from './job-fields.ts'

it('blanks of the form of a job are not stored, and a field that was emptied is cleared', () => {
  const typed = {
    ...toForm({
      city: ['Rabat'],
      languages: ['fr'],
    }),
    title: ' Chef ',
    country: ' ',
    city: ' Rabat \n\n Salé',
    benefits: '\n \n',
    minSalary: '',
    languages: [],
  }
  expect(toJob(typed)).toMatchObject({
    title: 'Chef',
    country: null,
    city: ['Rabat', 'Salé'],
    benefits: null,
    minSalary: null,
    languages: null,
    workMode: null,
    description: null,
    displaySalary: false,
  })
  // The server refuses a blank title; null would mean that it stays.
  expect(toJob({ ...typed, title: ' ' }).title).toBe('')
})

it('a stored 0 is shown and stored as 0, and only changed fields are sent', () => {
  const values = toForm({ title: 'Chef', minExperience: 0, city: 'Fès', benefits: ['Repas', 'Prime'] })
  expect(values).toMatchObject({ minExperience: '0', maxExperience: '', city: 'Fès', benefits: 'Repas\nPrime' })
  expect(toChangedJob(values, (name) => name === 'minExperience')).toEqual({ minExperience: 0 })
})
