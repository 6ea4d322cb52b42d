import type { MailWords } from '../words.ts'

export const ar: MailWords = {
  invitation: {
    subject: (company) => `دعوة إلى فضاء التوظيف – ${company}`,
    text: ({ company, inviter, operator, link }) => [
      `${operator ? 'دعاك مشغّل الموقع' : `دعاك ${inviter}`} إلى فضاء التوظيف الخاص بـ ${company}، حيث توجد عروضها وطلبات الترشح.`,
      `اختر كلمة المرور هنا. يعمل الرابط مرة واحدة خلال 7 أيام:\n${link}`,
      'إذا لم تكن تنتظر هذه الدعوة، فلا داعي لفعل أي شيء.',
    ],
  },
  password: {
    subject: 'كلمة مرورك الجديدة',
    text: ({ site, accounts }) => [
      `نسي شخص ما، والأرجح أنه أنت، كلمة مرور فضاء التوظيف على ${site}`,
      'اختر كلمة مرور جديدة هنا. يعمل كل رابط مرة واحدة ويلغي الروابط السابقة:',
      ...accounts,
      'إذا لم تكن أنت، فلا داعي لفعل أي شيء: لم تتغير كلمة مرورك.',
    ],
    account: ({ company, link, isInvitation }) =>
      `${company} (خلال ${isInvitation ? '7 أيام' : 'ساعة واحدة'}):\n${link}`,
  },
  confirmation: {
    subject: (title) => `ترشحك: ${title}`,
    text: ({ name, title, company, reference }) => [
      name === '' ? 'مرحبا،' : `مرحبا ${name}،`,
      `توصلت ${company} بترشحك لعرض «${title}».`,
      `مرجع ترشحك: ${reference}`,
      'إذا لم تكن قد ترشحت، فقد أدخل شخص ما عنوانك بالخطأ، ولا داعي لفعل أي شيء.',
    ],
  },
  end: (site) => `أُرسلت هذه الرسالة تلقائيا من ${site}`,
}
