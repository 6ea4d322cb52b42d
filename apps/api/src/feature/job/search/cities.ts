import type { Locale } from '@boardwalk/schema/company'

/**
 * The cities of Morocco, one a line: the names in French, English and Arabic, and then other spellings that people use. A search for one
 * of a city's names finds the jobs whose city has another, and a page shows the name in its own language. Searches ignore accents and
 * capitals, so one spelling serves them.
 */
const CITY_LINES = `
Agadir / Agadir / أكادير / أغادير
Aït Melloul / Ait Melloul / أيت ملول / آيت ملول
Al Hoceïma / Al Hoceima / الحسيمة / El Hoceima
Asilah / Asilah / أصيلة / Assilah
Azilal / Azilal / أزيلال
Azrou / Azrou / أزرو
Benguérir / Ben Guerir / بنجرير / ابن جرير / بن جرير
Béni Mellal / Beni Mellal / بني ملال
Benslimane / Benslimane / بنسليمان / Ben Slimane / ابن سليمان
Berkane / Berkane / بركان
Berrechid / Berrechid / برشيد
Boujdour / Boujdour / بوجدور
Bouskoura / Bouskoura / بوسكورة
Bouznika / Bouznika / بوزنيقة
Casablanca / Casablanca / الدار البيضاء / Casa / Dar el Beida / كازابلانكا
Chefchaouen / Chefchaouen / شفشاون / Chaouen / Chefchaouene
Dakhla / Dakhla / الداخلة
El Jadida / El Jadida / الجديدة / Al Jadida
El Kelâa des Sraghna / El Kelaa des Sraghna / قلعة السراغنة / Kelaat Sraghna
Errachidia / Errachidia / الرشيدية / Er Rachidia / الراشيدية
Essaouira / Essaouira / الصويرة / Mogador
Fès / Fez / فاس
Figuig / Figuig / فكيك / فجيج
Fnideq / Fnideq / الفنيدق
Fquih Ben Salah / Fquih Ben Salah / الفقيه بن صالح
Guelmim / Guelmim / كلميم / Goulimine
Guercif / Guercif / جرسيف / كرسيف
Ifrane / Ifrane / إفران
Inezgane / Inezgane / إنزكان
Jerada / Jerada / جرادة
Kénitra / Kenitra / القنيطرة
Khémisset / Khemisset / الخميسات
Khénifra / Khenifra / خنيفرة
Khouribga / Khouribga / خريبكة
Ksar El Kébir / Ksar El Kebir / القصر الكبير
Laâyoune / Laayoune / العيون / El Aaiun
Larache / Larache / العرائش
Marrakech / Marrakesh / مراكش
Martil / Martil / مرتيل
M'diq / M'diq / المضيق
Meknès / Meknes / مكناس
Midelt / Midelt / ميدلت
Mohammédia / Mohammedia / المحمدية / Mohammadia
Nador / Nador / الناظور
Nouaceur / Nouaceur / النواصر
Ouarzazate / Ouarzazate / ورزازات / وارزازات
Ouazzane / Ouazzane / وزان / Wazzan
Oujda / Oujda / وجدة
Rabat / Rabat / الرباط
Safi / Safi / آسفي / Asfi / أسفي
Salé / Salé / سلا
Sefrou / Sefrou / صفرو
Settat / Settat / سطات
Sidi Bennour / Sidi Bennour / سيدي بنور
Sidi Ifni / Sidi Ifni / سيدي إفني
Sidi Kacem / Sidi Kacem / سيدي قاسم
Sidi Slimane / Sidi Slimane / سيدي سليمان
Skhirat / Skhirat / الصخيرات
Smara / Smara / السمارة / Es Semara
Tanger / Tangier / طنجة / Tangiers
Tan-Tan / Tan-Tan / طانطان / طان طان
Taounate / Taounate / تاونات
Taourirt / Taourirt / تاوريرت
Tarfaya / Tarfaya / طرفاية
Taroudant / Taroudant / تارودانت / Taroudannt
Taza / Taza / تازة
Témara / Temara / تمارة
Tétouan / Tetouan / تطوان / Tetuan
Tinghir / Tinghir / تنغير / Tinerhir
Tiznit / Tiznit / تيزنيت
Youssoufia / Youssoufia / اليوسفية
Zagora / Zagora / زاكورة
`

/** A city with the name that pages of each language show. */
export interface City extends Record<Locale, string> {
  /** All its names. The French one is first. */
  names: string[]
}

export const cities: City[] = CITY_LINES.trim()
  .split('\n')
  .map((line) => {
    const names = line.split(' / ')
    const [fr = line, en = fr, ar = fr] = names
    return { fr, en, ar, names }
  })

const removeAccents = (name: string) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC')

/** Lists how jobs write the names of a city: with or without accents, also all in capitals or in small letters. */
const listSpellings = ({ names }: City): string[] => [
  ...new Set(
    names
      .flatMap((name) => [name, removeAccents(name)])
      .flatMap((name) => [name, name.toUpperCase(), name.toLowerCase()]),
  ),
]

const spellings = new Map(cities.map((city) => [city, listSpellings(city)]))
const bySpelling = new Map([...spellings].flatMap(([city, all]) => all.map((name) => [name, city] as const)))

/** Names a job's city as a page in this language does. A name that the table does not know stays. */
export const nameCity = (locale: Locale, name: string): string => bySpelling.get(name)?.[locale] ?? name

/** The name by which the filters know a city: the French one, however the job writes it. */
export const toFilterCity = (name: string): string => nameCity('fr', name)

/** Lists the spellings that a filter by a city matches. */
export function listCitySpellings(name: string): string[] {
  const city = bySpelling.get(name)
  return (city && spellings.get(city)) ?? [name]
}
