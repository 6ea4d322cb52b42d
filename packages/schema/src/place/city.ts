import type { Locale } from '../company.ts'
import { toNameKey } from './country.ts'

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

/** The cities of Morocco. */
export const cities: City[] = CITY_LINES.trim()
  .split('\n')
  .map((line) => {
    const names = line.split(' / ')
    const [fr = line, en = fr, ar = fr] = names
    return { fr, en, ar, names }
  })

const byKey = new Map(cities.flatMap((city) => city.names.map((name) => [toNameKey(name), city] as const)))

/** Finds a city of Morocco by one of its names, whatever its case, accents and hyphens. */
export const findMoroccanCity = (name: string): City | undefined => byKey.get(toNameKey(name))

/** Names a city as a page in this language does. A name that the table does not know stays. */
export const nameCity = (locale: Locale, name: string): string => findMoroccanCity(name)?.[locale] ?? name

/** The prefectures and the large towns of France. With one of them, a postal code or a number of a department is a French one. */
const FRENCH_NAMES = `
Agen Aix-en-Provence Ajaccio Albi Alençon Amiens Angers Angoulême Annecy Antibes Argenteuil Arras Asnières-sur-Seine Aubervilliers Auch
Aulnay-sous-Bois Aurillac Auxerre Avignon Bar-le-Duc Bastia Bayonne Beauvais Belfort Besançon Béziers Biarritz Blois Bobigny Bordeaux
Boulogne-Billancourt Bourg-en-Bresse Bourges Brest Caen Cannes Cahors Carcassonne Cergy Châlons-en-Champagne Chambéry
Charleville-Mézières Chartres Châteauroux Chaumont Cherbourg-en-Cotentin Clermont-Ferrand Clichy Colmar Colombes Compiègne Courbevoie
Créteil Dijon Dunkerque Épinal Évreux Évry-Courcouronnes Foix Gap Grenoble Guéret Issy-les-Moulineaux Ivry-sur-Seine La~Rochelle
La~Roche-sur-Yon Laon Laval Le~Havre Le~Mans Levallois-Perret Lille Limoges Lons-le-Saunier Lorient Lyon Mâcon Marseille Massy Melun Mende
Metz Montauban Mont-de-Marsan Montpellier Montreuil Moulins Mulhouse Nancy Nanterre Nantes Neuilly-sur-Seine Nevers Nice Nîmes Niort
Noisy-le-Grand Orange Orléans Paris Pau Périgueux Perpignan Poitiers Privas Puteaux Quimper Reims Rennes Roanne Rodez Roubaix Rouen
Rueil-Malmaison Saint-Brieuc Saint-Denis Saint-Étienne Saint-Lô Saint-Malo Saint-Nazaire Saint-Ouen-sur-Seine Saint-Quentin Strasbourg
Suresnes Tarbes Toulon Toulouse Tourcoing Tours Troyes Tulle Valence Valenciennes Vannes Versailles Vesoul Villeurbanne Vitry-sur-Seine`

const frenchByKey = new Map(
  FRENCH_NAMES.trim()
    .split(/\s+/)
    .map((name) => name.replaceAll('~', ' '))
    .map((name) => [toNameKey(name), name]),
)

/** Finds a large town of France, with its accents and hyphens. */
export const findFrenchCity = (name: string): string | undefined => frenchByKey.get(toNameKey(name))

/** Finds a city that one of the tables has. A city of Morocco keeps the name that was written, because it has one in each language. */
export const findKnownCity = (name: string): string | undefined =>
  findMoroccanCity(name) === undefined ? findFrenchCity(name) : name
