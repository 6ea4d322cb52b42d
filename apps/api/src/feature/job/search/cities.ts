/**
 * The names of the cities of Morocco in French, English and Arabic, and other spellings that people use. Each line is a city. A search
 * for one of its names finds the jobs whose city has another. Accents and capitals do not count, so one spelling serves.
 */
const CITY_LINES = `
Agadir / أكادير / أغادير
Aït Melloul / أيت ملول / آيت ملول
Al Hoceïma / El Hoceima / الحسيمة
Asilah / Assilah / أصيلة
Azilal / أزيلال
Azrou / أزرو
Benguérir / Ben Guerir / بنجرير / ابن جرير / بن جرير
Béni Mellal / بني ملال
Benslimane / Ben Slimane / بنسليمان / ابن سليمان
Berkane / بركان
Berrechid / برشيد
Boujdour / بوجدور
Bouskoura / بوسكورة
Bouznika / بوزنيقة
Casablanca / Casa / Dar el Beida / الدار البيضاء / كازابلانكا
Chefchaouen / Chaouen / Chefchaouene / شفشاون
Dakhla / الداخلة
El Jadida / Al Jadida / الجديدة
El Kelâa des Sraghna / Kelaat Sraghna / قلعة السراغنة
Errachidia / Er Rachidia / الرشيدية / الراشيدية
Essaouira / Mogador / الصويرة
Fès / Fez / فاس
Figuig / فكيك / فجيج
Fnideq / الفنيدق
Fquih Ben Salah / الفقيه بن صالح
Guelmim / Goulimine / كلميم
Guercif / جرسيف / كرسيف
Ifrane / إفران
Inezgane / إنزكان
Jerada / جرادة
Kénitra / القنيطرة
Khémisset / الخميسات
Khénifra / خنيفرة
Khouribga / خريبكة
Ksar El Kébir / القصر الكبير
Laâyoune / El Aaiun / العيون
Larache / العرائش
Marrakech / Marrakesh / مراكش
Martil / مرتيل
M'diq / المضيق
Meknès / مكناس
Midelt / ميدلت
Mohammédia / Mohammadia / المحمدية
Nador / الناظور
Nouaceur / النواصر
Ouarzazate / ورزازات / وارزازات
Ouazzane / Wazzan / وزان
Oujda / وجدة
Rabat / الرباط
Safi / Asfi / آسفي / أسفي
Salé / سلا
Sefrou / صفرو
Settat / سطات
Sidi Bennour / سيدي بنور
Sidi Ifni / سيدي إفني
Sidi Kacem / سيدي قاسم
Sidi Slimane / سيدي سليمان
Skhirat / الصخيرات
Smara / Es Semara / السمارة
Tanger / Tangier / Tangiers / طنجة
Tan-Tan / طانطان / طان طان
Taounate / تاونات
Taourirt / تاوريرت
Tarfaya / طرفاية
Taroudant / Taroudannt / تارودانت
Taza / تازة
Témara / تمارة
Tétouan / Tetuan / تطوان
Tinghir / Tinerhir / تنغير
Tiznit / تيزنيت
Youssoufia / اليوسفية
Zagora / زاكورة
`

/** The names of each city. */
export const cities: string[][] = CITY_LINES.trim()
  .split('\n')
  .map((line) => line.split(' / '))
