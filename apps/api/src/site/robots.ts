/** What crawlers may read: everything but what is one person's or a program's. */
export const robots = (publicUrl: string): string => `User-agent: *
Disallow: /api/
Disallow: /backoffice
Disallow: /trpc/
Disallow: /cv/
Disallow: /*/apply$

Sitemap: ${publicUrl}/sitemap.xml
`
