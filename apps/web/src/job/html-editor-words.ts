import type { Locale } from '@boardwalk/schema/company'

const en = {
  tools: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  heading: 'Heading',
  list: 'List',
  numbers: 'Numbered list',
  link: 'Link',
  address: 'Address (leave empty to remove the link)',
  setLink: 'Set link',
  undo: 'Undo',
  redo: 'Redo',
  toSource: 'Show HTML',
  toVisual: 'Show formatted text',
  onlySource: 'This text has formatting that only its HTML can keep, such as a table.',
}

type EditorWords = typeof en

const fr: EditorWords = {
  tools: 'Mise en forme',
  bold: 'Gras',
  italic: 'Italique',
  heading: 'Titre',
  list: 'Liste',
  numbers: 'Liste numérotée',
  link: 'Lien',
  address: 'Adresse (laissez vide pour retirer le lien)',
  setLink: 'Mettre le lien',
  undo: 'Annuler',
  redo: 'Rétablir',
  toSource: 'Afficher le HTML',
  toVisual: 'Afficher la mise en forme',
  onlySource: 'Ce texte a une mise en forme, comme un tableau, que seul son HTML conserve.',
}

const ar: EditorWords = {
  tools: 'التنسيق',
  bold: 'غامق',
  italic: 'مائل',
  heading: 'عنوان',
  list: 'قائمة',
  numbers: 'قائمة مرقمة',
  link: 'رابط',
  address: 'العنوان (اتركه فارغاً لحذف الرابط)',
  setLink: 'وضع الرابط',
  undo: 'تراجع',
  redo: 'إعادة',
  toSource: 'إظهار HTML',
  toVisual: 'إظهار الشكل النهائي',
  onlySource: 'في هذا النص تنسيق، كجدول، لا يحتفظ به إلا HTML.',
}

/** The words of the editor of long texts. */
export const editorWords: Record<Locale, EditorWords> = { fr, en, ar }
