/** Every text of the mails in one language. Each is made of paragraphs. */
export interface MailWords {
  invitation: {
    subject: (company: string) => string
    text: (mail: { company: string; inviter: string; operator: boolean; link: string }) => string[]
  }
  password: {
    subject: string
    text: (mail: { site: string; accounts: string[] }) => string[]
    account: (account: { company: string; link: string; isInvitation: boolean }) => string
  }
  confirmation: {
    subject: (title: string) => string
    text: (mail: { name: string; title: string; company: string; reference: string }) => string[]
  }
  held: {
    subject: (company: string) => string
    text: (mail: { company: string; count: number; days: number; link: string }) => string[]
  }
  /** The last paragraph of every mail. */
  end: (site: string) => string
}
