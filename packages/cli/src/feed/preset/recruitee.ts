import type { MapFile } from '../map-file.ts'

/**
 * The offers of a Recruitee career site, `https://NAME.recruitee.com/api/offers/`.
 *
 * Recruitee's "Careers Site API" and "Feed documentation" could be read only in part. The members are from public copies of
 * answers, the kinds of employment from public programs that counted them in some thousand offers. The codes of education are
 * unconfirmed except for `bachelor_degree`.
 */
export const recruitee: MapFile = {
  list: 'offers',
  fields: {
    id: 'id',
    title: 'title',
    city: { from: ['city', 'locations.city'] },
    country: { from: ['country_code', 'country'] },
    description: 'description',
    qualifications: 'requirements',
    // `contract` is neither `freelance` nor a fixed term here, so the user is told of it.
    contractType: {
      from: 'employment_type_code',
      values: {
        fulltime: null,
        parttime: null,
        parttime_minijob: null,
        fulltime_permanent: 'CDI',
        parttime_permanent: 'CDI',
        permanent: 'CDI',
        fulltime_fixed_term: 'CDD',
        parttime_fixed_term: 'CDD',
        fixed_term: 'CDD',
        temporary: 'CDD',
        seasonal: 'CDD',
        freelance: 'Freelance',
        internship: 'Stage',
        traineeship: 'Stage',
        apprenticeship: 'Alternance',
        volunteer: 'Autre',
        other: 'Autre',
      },
      unknown: 'drop',
    },
    educationLevel: {
      from: 'education_code',
      values: {
        high_school: 'BAC',
        vocational: 'BAC',
        associate_degree: 'BAC +1/2',
        bachelor_degree: 'BAC +3/4',
        master_degree: 'BAC +5',
        doctoral_degree: 'BAC +5 et plus',
        doctorate: 'BAC +5 et plus',
        unspecified: 'Non défini',
      },
      unknown: 'drop',
    },
    // Three members that are true or false; an offer that allows two ways is hybrid.
    workMode: {
      from: ['remote', 'hybrid', 'on_site'],
      join: ' ',
      values: {
        'false false false': null,
        'false false true': 'ONSITE',
        'false true false': 'HYBRID',
        'false true true': 'HYBRID',
        'true false false': 'REMOTE',
        'true false true': 'HYBRID',
        'true true false': 'HYBRID',
        'true true true': 'HYBRID',
        true: 'REMOTE',
        false: null,
      },
      unknown: 'drop',
    },
    status: { from: 'status', values: { published: 'PUBLISHED', internal: 'UNPUBLISHED' }, unknown: 'drop' },
    department: 'department',
    url: 'careers_url',
  },
  others: 'drop',
}
