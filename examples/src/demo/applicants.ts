/** A person who applies, with the fields of the form. */
export interface Applicant {
  firstName: string
  lastName: string
  email: string
  phone: string
  linkedinUrl: string
  message: string
}

const createApplicant = (firstName: string, lastName: string, mailbox: string, message: string): Applicant => ({
  firstName,
  lastName,
  email: `${mailbox}@example.com`,
  phone: '+212 600 000 000',
  linkedinUrl: `https://www.linkedin.com/in/${mailbox}`,
  message,
})

export const applicants = [
  createApplicant('Salma', 'Bennani', 'salma.bennani', 'Disponible dès le mois prochain.'),
  createApplicant('Youssef', 'El Amrani', 'youssef.elamrani', 'Cinq ans d’expérience, dont deux à Tanger.'),
  createApplicant('أمينة', 'العلوي', 'amina.alaoui', 'أرفق سيرتي الذاتية، وأنا مستعدة لإجراء مقابلة في أي وقت.'),
  createApplicant('Mehdi', 'Tazi', 'mehdi.tazi', 'I can start in March & relocate.'),
  createApplicant('Zineb', 'Ouazzani', 'zineb.ouazzani', 'Bonjour, je souhaite rejoindre votre équipe.'),
  createApplicant('Karim', 'Chraïbi', 'karim.chraibi', ''),
  createApplicant('Nadia', 'Fassi', 'nadia.fassi', 'Portfolio sur demande.'),
]

/** Creates a CV as a PDF of one page with the applicant's email address. */
export function createCv({ email }: Applicant): Blob {
  const text = `BT /F1 18 Tf 72 720 Td (Curriculum vitae: ${email}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = pdf.length
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const tableAt = pdf.length
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${tableAt}\n%%EOF\n`
  return new Blob([pdf], { type: 'application/pdf' })
}
