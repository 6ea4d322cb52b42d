/** The names of the guides that the board serves beside the reference, in the order of their menu. */
export const guides = [
  'first-integration',
  'feeds-and-mapping',
  'questions-on-the-form',
  'migrating-with-link',
  'following-candidates',
  'statuses-and-erasures',
  'changes-on-the-board',
  'certifying',
  'assistant',
  'values-and-limits',
]
