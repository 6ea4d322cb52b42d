/** Tells crawlers what they may read: all pages, but no applications, API or back office. */
export const robots = (publicUrl: string): string => `User-agent: *
Disallow: /api/
Disallow: /backoffice
Disallow: /trpc/
Disallow: /cv/
Disallow: /*/apply$

Sitemap: ${publicUrl}/sitemap.xml
`
