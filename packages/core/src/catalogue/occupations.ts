import type { Locale } from '@boardwalk/schema/company'

/**
 * The occupations of the region. An entry is one line, or several of which the others are indented: a key, the more general
 * occupations after `<`, and the names in French / English / Arabic. A search for one of the names finds the jobs whose title has another.
 *
 * A name need not be repeated in another gender or number (`findRoot` in text/words.ts), nor with and without words such as "de".
 * A word that alone may mean another job is no name: "agent", "chef", "conducteur". A longer name hides a shorter one inside it: a
 * "développeur commercial" is no "développeur". A job with an occupation also has the more general ones.
 */
const OCCUPATION_LINES = `
# Fields of work
sales: vente / sales / مبيعات
marketing: marketing / marketing / تسويق
hr: ressources humaines, RH / human resources, HR / موارد بشرية
accounting: comptabilité, expertise comptable / accounting, bookkeeping / مسك الحسابات
logistics: logistique / logistics, supply chain / لوجستيك, لوجيستيك, لوجستيات, سلسلة التوريد
it: informatique / IT, information technology / معلوميات, معلوماتية, تكنولوجيا المعلومات, تقنية المعلومات, نظم المعلومات
engineer: ingénieur / engineer / مهندس
technician: technicien / technician / تقني متخصص, تقني مؤهل, فني متخصص

# Health
doctor: médecin, docteur en médecine / doctor, physician / طبيب, أطباء
general-practitioner < doctor: médecin généraliste, médecin de famille, omnipraticien
  / general practitioner, family doctor, family physician / طبيب عام, طبيب الأسرة
emergency-doctor < doctor: urgentiste, médecin urgentiste / emergency doctor, emergency physician / طبيب مستعجلات, طبيب طوارئ
occupational-doctor < doctor: médecin du travail / occupational physician, occupational doctor / طبيب الشغل
radiologist < doctor: radiologue, médecin radiologue / radiologist / طبيب الأشعة
cardiologist < doctor: cardiologue / cardiologist / طبيب القلب, أخصائي أمراض القلب
gynaecologist < doctor: gynécologue, gynécologue obstétricien / gynaecologist, gynecologist, obstetrician
  / طبيب النساء والتوليد, طبيب نساء
paediatrician < doctor: pédiatre / paediatrician, pediatrician / طبيب أطفال
anaesthetist < doctor: anesthésiste, anesthésiste réanimateur, médecin anesthésiste
  / anaesthesiologist, anesthesiologist, anaesthetist / طبيب التخدير, طبيب التخدير والإنعاش
surgeon < doctor: chirurgien / surgeon / طبيب جراح
ophthalmologist < doctor: ophtalmologue, ophtalmologiste / ophthalmologist / طبيب عيون
dermatologist < doctor: dermatologue / dermatologist / طبيب الجلد, طبيب أمراض جلدية
psychiatrist < doctor: psychiatre / psychiatrist / طبيب نفسي, طبيب نفساني
neurologist < doctor: neurologue, neurochirurgien / neurologist, neurosurgeon / طبيب الأعصاب
urologist < doctor: urologue / urologist / طبيب المسالك البولية
ent-doctor < doctor: ORL, médecin ORL, oto-rhino-laryngologiste / ENT doctor, otolaryngologist / طبيب أنف وأذن وحنجرة
gastroenterologist < doctor: gastro-entérologue, gastroentérologue / gastroenterologist / طبيب الجهاز الهضمي
pulmonologist < doctor: pneumologue / pulmonologist / طبيب الصدر, طبيب الرئة
nephrologist < doctor: néphrologue / nephrologist / طبيب الكلى
oncologist < doctor: oncologue, cancérologue / oncologist / طبيب الأورام, طبيب السرطان
medical-biologist < doctor: biologiste médical, médecin biologiste / medical biologist, clinical pathologist / طبيب التحاليل, طبيب مختبر
dentist: dentiste, chirurgien-dentiste, médecin dentiste / dentist, dental surgeon / طبيب أسنان
dental-assistant: assistant dentaire, aide dentaire, assistant de dentiste
  / dental assistant, dental nurse / مساعد طبيب أسنان, مساعد أسنان
dental-technician: prothésiste dentaire, mécanicien dentiste / dental technician, dental prosthetist / تقني الأسنان, صانع أسنان
pharmacist: pharmacien / pharmacist / صيدلي, صيدلاني, صيادلة
pharmacy-assistant: préparateur en pharmacie, assistant en pharmacie, aide-pharmacien, vendeur en pharmacie
  / pharmacy assistant, pharmacy technician / مساعد صيدلي, مساعد صيدلية, محضر أدوية
nurse: infirmier, infirmier diplômé d'État / nurse, registered nurse / ممرض
nurse-anaesthetist < nurse: infirmier anesthésiste, IADE / nurse anaesthetist, nurse anesthetist / ممرض التخدير
head-nurse < nurse: infirmier chef, infirmier major, cadre de santé / head nurse, charge nurse, nurse manager / رئيس الممرضين, ممرض رئيسي
nursing-assistant: aide-soignant, auxiliaire de soins, aide-infirmier
  / nursing assistant, nurse assistant, assistant nurse, nursing aide, nurse aide, healthcare assistant
  / مساعد تمريض, مساعد ممرض, معين ممرض
carer: auxiliaire de vie, assistant de vie, aide à domicile, garde-malade, aide aux personnes âgées, auxiliaire de vie sociale
  / carer, caregiver, care worker, home carer, home health aide / مرافق مسنين, جليس المسنين, رعاية المسنين, مرافق مرضى
midwife: sage-femme, maïeuticien / midwife / قابلة, مولدة
physiotherapist: kinésithérapeute, kiné, masseur-kinésithérapeute, physiothérapeute / physiotherapist, physical therapist
  / أخصائي العلاج الطبيعي, معالج فيزيائي, ترويض طبي, مروض طبي, أخصائي الترويض
lab-technician < technician: technicien de laboratoire, technicien de labo, laborantin, technicien d'analyses
  / lab technician, laboratory technician / تقني مختبر, فني مختبر
radiographer < technician: manipulateur radio, manipulateur en radiologie, manipulateur en électroradiologie, technicien de radiologie
  / radiographer, radiology technician, radiologic technologist, X-ray technician / تقني أشعة, فني أشعة
optician: opticien, opticien lunetier, optométriste / optician, optometrist / نظاراتي, بصرياتي, أخصائي بصريات
psychologist: psychologue / psychologist / أخصائي نفسي, معالج نفسي, مختص نفسي
speech-therapist: orthophoniste / speech therapist, speech language pathologist / أخصائي النطق, تقويم النطق, أخصائي تقويم النطق
occupational-therapist: ergothérapeute / occupational therapist / أخصائي العلاج الوظيفي, معالج وظيفي
psychomotor-therapist: psychomotricien / psychomotor therapist / أخصائي نفسي حركي
dietitian: diététicien, nutritionniste / dietitian, dietician, nutritionist / أخصائي تغذية, خبير تغذية, أخصائي حمية
ambulance-driver: ambulancier, chauffeur ambulancier, chauffeur d'ambulance / ambulance driver, paramedic
  / سائق إسعاف, سائق سيارة إسعاف, مسعف
stretcher-bearer: brancardier / stretcher bearer, hospital porter / ناقل مرضى
vet: vétérinaire, médecin vétérinaire / veterinarian, veterinary surgeon / طبيب بيطري
vet-assistant: assistant vétérinaire, auxiliaire vétérinaire / veterinary assistant, veterinary nurse / مساعد بيطري, مساعد طبيب بيطري
medical-rep < sales: délégué médical, visiteur médical, délégué pharmaceutique, promoteur médical
  / medical representative, medical rep, medical sales representative, pharmaceutical sales representative
  / مندوب طبي, مندوب أدوية, زائر طبي
medical-secretary < secretary: secrétaire médical, assistant médical, secrétaire de médecin
  / medical secretary, medical receptionist, medical assistant / سكرتير طبي, كاتبة طبية, مساعد طبي, مساعد طبيب, سكرتيرة طبيب

# Teaching
teacher: professeur, prof, enseignant / teacher, schoolteacher
  / أستاذ, أساتذة, مدرس, معلم لغة, معلم رياضيات, معلم علوم, معلم تربية
primary-teacher < teacher: instituteur, professeur des écoles, professeur du primaire, enseignant du primaire, maître d'école
  / primary teacher, primary school teacher, elementary teacher, elementary school teacher
  / أستاذ التعليم الابتدائي, أستاذ ابتدائي, معلم ابتدائي
lecturer < teacher: enseignant-chercheur, maître de conférences, professeur universitaire, professeur d'université,
  professeur de l'enseignement supérieur / lecturer, professor, university professor / أستاذ جامعي, أستاذ محاضر, أستاذ باحث
tutor < teacher: professeur particulier, cours particuliers, soutien scolaire / tutor, private tutor
  / أستاذ دروس خصوصية, دروس خصوصية, دروس الدعم
preschool-teacher < teacher: éducateur de jeunes enfants, éducateur petite enfance, éducateur préscolaire, enseignant préscolaire,
  professeur de maternelle, maîtresse de maternelle, jardinière d'enfants
  / preschool teacher, kindergarten teacher, nursery teacher, early childhood educator
  / مربية التعليم الأولي, مربية أطفال, مربية الروض, معلمة روض, معلمة رياض الأطفال
childcare-assistant: auxiliaire de puériculture, puériculteur, agent de crèche, assistant de crèche
  / nursery assistant, nursery nurse, childcare assistant / مساعدة مربية, مساعدة حضانة
nanny: nounou, garde d'enfants, baby-sitter, babysitter, assistante maternelle / nanny, babysitter, childminder, au pair
  / جليسة أطفال, حاضنة أطفال, مربية أطفال
special-educator: éducateur spécialisé, éducateur social / special educator, special education teacher, special needs teacher
  / مربي متخصص, مربي مختص, مربي اجتماعي
teaching-assistant: assistant d'enseignement, auxiliaire de vie scolaire, ATSEM, AESH
  / teaching assistant, teacher assistant, classroom assistant / مساعد تدريس, مساعد معلم, مساعد أستاذ
school-head: directeur d'école, directeur d'établissement scolaire, chef d'établissement scolaire, proviseur, principal de collège
  / school principal, school director, headteacher, head teacher, headmaster / مدير مدرسة, مدير مؤسسة تعليمية, مدير ثانوية
academic-director: directeur pédagogique, responsable pédagogique, coordinateur pédagogique
  / academic director, academic manager, academic coordinator / مدير تربوي, مدير بيداغوجي, مسؤول بيداغوجي, منسق تربوي
school-supervisor: surveillant général, surveillant scolaire, surveillant d'internat, conseiller principal d'éducation
  / school supervisor, dormitory supervisor / حارس عام, مراقب تربوي
trainer: formateur / trainer / مدرب, مكون بيداغوجي, مكون مهني
driving-instructor: moniteur auto-école, moniteur d'autoécole, moniteur de conduite, enseignant de la conduite
  / driving instructor, driving teacher / مدرب سياقة, معلم سياقة, ممرن سياقة
guidance-counsellor: conseiller d'orientation / guidance counsellor, guidance counselor, career counsellor,
  career counselor / مستشار التوجيه, موجه مهني
librarian: bibliothécaire, documentaliste / librarian / أمين مكتبة, قيم مكتبة, محافظ مكتبة
researcher: chercheur, chargé de recherche / researcher, research scientist / باحث

# Accounting, finance, banking, insurance
accountant < accounting: comptable, collaborateur comptable, collaborateur cabinet comptable / accountant, bookkeeper / محاسب
accounting-assistant < accountant: aide-comptable, assistant comptable, assistant comptabilité
  / accounting assistant, assistant accountant, accounts assistant, accounting clerk, accounts clerk / مساعد محاسب
chief-accountant < accountant: chef comptable, responsable comptable, responsable comptabilité, directeur comptable
  / chief accountant, head accountant, accounting manager, head of accounting
  / محاسب رئيسي, رئيس المحاسبة, مدير المحاسبة, رئيس قسم المحاسبة
chartered-accountant < accountant: expert-comptable / chartered accountant, certified public accountant / خبير محاسب, خبير محاسباتي
auditor: auditeur, commissaire aux comptes / auditor / مدقق حسابات, مدقق داخلي, مدقق مالي, مفتحص, مراقب حسابات, مراجع حسابات
management-controller: contrôleur de gestion, contrôle de gestion, contrôleur financier
  / management controller, financial controller, business controller, cost controller, management accountant
  / مراقب التسيير, مراقب تدبير, مراقب مالي
finance-director: directeur financier, directeur administratif et financier, DAF, responsable financier,
  responsable administratif et financier
  / finance director, finance manager, financial manager, chief financial officer, CFO, head of finance
  / مدير مالي, مسؤول مالي, مدير إداري ومالي, مدير إداري مالي
financial-analyst: analyste financier / financial analyst, finance analyst / محلل مالي
credit-analyst: analyste crédit, analyste risque, analyste risque de crédit, analyste crédit risque / credit analyst, risk analyst,
  credit risk analyst / محلل ائتمان, محلل مخاطر, محلل القروض
risk-manager: directeur des risques, responsable des risques, risk manager / risk manager, head of risk, chief risk officer
  / مدير المخاطر, مسؤول المخاطر
treasurer: trésorier, responsable trésorerie / treasurer, treasury analyst, treasury manager / أمين الخزينة, مسؤول الخزينة
payroll: paie, gestionnaire de paie, gestionnaire de paye, responsable de paie, technicien de paie
  / payroll, payroll officer, payroll specialist, payroll manager, payroll accountant
  / مسؤول الأجور, محاسب أجور, مدبر الأجور, مسؤول الرواتب
bank-adviser: conseiller bancaire, conseiller clientèle particuliers, chargé de clientèle particuliers,
  conseiller clientèle professionnels, chargé de clientèle professionnels, conseiller clientèle banque, chargé de clientèle bancaire
  / bank adviser, bank advisor, banking advisor, personal banker, relationship banker / مستشار بنكي, مستشار مصرفي
financial-adviser: conseiller financier, conseiller en gestion de patrimoine, conseiller en patrimoine, gestionnaire de patrimoine
  / financial adviser, financial advisor, wealth manager / مستشار مالي
bank-teller: guichetier, agent de guichet, caissier banque / bank teller, teller / صراف, موظف شباك
branch-manager: directeur d'agence, directeur d'agence bancaire, chef d'agence, responsable d'agence
  / branch manager, bank manager, agency manager / مدير وكالة, مدير وكالة بنكية, مدير فرع
debt-collector: recouvrement, agent de recouvrement, chargé de recouvrement
  / debt collector, debt collection, collection agent, collection officer / مكلف بالتحصيل, محصل ديون, مسؤول التحصيل
insurance-agent: agent d'assurance, agent général d'assurance, conseiller en assurance, courtier en assurance,
  chargé de clientèle assurance / insurance agent, insurance broker, insurance advisor, insurance adviser
  / وكيل تأمين, وسيط تأمين, سمسار تأمين, مستشار تأمين
claims-handler: gestionnaire de sinistres, rédacteur sinistres / claims handler, claims adjuster, claims officer
  / مدبر ملفات الحوادث, مسؤول تعويضات
actuary: actuaire / actuary / خبير اكتواري, اكتواري
tax-adviser: fiscaliste, conseiller fiscal, juriste fiscaliste / tax adviser, tax advisor, tax consultant, tax specialist
  / مستشار ضريبي, مستشار جبائي, خبير ضرائب
economist: économiste / economist / خبير اقتصادي
statistician: statisticien / statistician / خبير إحصاء

# Sales, retail, customers
sales-rep < sales: commercial, attaché commercial, délégué commercial, agent commercial, représentant commercial, conseiller commercial,
  VRP
  / sales representative, sales rep, salesperson, salesman, saleswoman, sales executive, sales agent, sales officer, sales consultant,
  account executive / مندوب مبيعات, مندوبي مبيعات, مندوب تجاري, ممثل تجاري, مستشار مبيعات, ممثل مبيعات, وكيل تجاري, مستشار تجاري
technical-sales < sales-rep: technico-commercial, ingénieur commercial, ingénieur d'affaires, ingénieur technico-commercial,
  attaché technico-commercial / sales engineer, technical sales, technical sales representative / مهندس مبيعات, مهندس تجاري, تقني تجاري
telesales < sales: télévendeur, télévente, téléprospecteur, téléprospection, vendeur par téléphone
  / telesales, telesales agent, telemarketer, telemarketing / بائع عبر الهاتف, مسوق هاتفي, مبيعات هاتفية
account-manager < sales: responsable de comptes, responsable grands comptes, gestionnaire de comptes, chargé de comptes
  / account manager, key account manager, KAM / مسؤول كبار الزبناء, مدير كبار العملاء, مدير حسابات العملاء
business-developer < sales: business developer, développeur commercial, développeur d'affaires, chargé de développement commercial,
  responsable développement commercial / business developer, business development, business development manager
  / تطوير الأعمال, مطور أعمال
sales-manager < sales: directeur commercial, responsable commercial, manager commercial, chef des ventes, responsable des ventes,
  directeur des ventes / sales manager, sales director, head of sales, sales supervisor, commercial manager, commercial director
  / مدير تجاري, مسؤول تجاري, مدير مبيعات, مسؤول مبيعات, رئيس مبيعات, مشرف مبيعات
sales-admin < sales: assistant commercial, assistant ADV, gestionnaire ADV, administration des ventes,
  assistant administration des ventes, ADV / sales administrator, sales admin, sales coordinator, sales support, commercial assistant
  / مساعد تجاري, منسق مبيعات, إدارة المبيعات
export-manager: responsable export, responsable import-export, directeur export, assistant export, assistant import-export
  / export manager, import export manager, export coordinator, export assistant / مسؤول التصدير, مدير التصدير, مسؤول الاستيراد والتصدير
seller < sales: vendeur, conseiller de vente, conseiller vendeur, vendeur en magasin
  / shop assistant, sales assistant, sales associate, sales clerk, retail assistant, store associate, seller / بائع, باعة
promoter < sales: animateur commercial, animateur de vente, promoteur des ventes, démonstrateur
  / sales promoter, brand ambassador, product demonstrator / مروج مبيعات, منشط مبيعات, منشط تجاري
shop-manager: responsable de magasin, directeur de magasin, gérant de magasin, responsable adjoint de magasin, responsable de boutique,
  gérant de boutique, responsable de point de vente, manager de magasin / store manager, shop manager, retail manager, boutique manager
  / مدير متجر, مسؤول متجر, مسير متجر, مدير محل
e-commerce-manager: responsable e-commerce, responsable ecommerce, chef de projet e-commerce / e-commerce manager, ecommerce manager
  / مسؤول التجارة الإلكترونية, مدير التجارة الإلكترونية
retail-department-manager: chef de rayon, responsable de rayon, manager de rayon / retail department manager, aisle manager
  / رئيس جناح, مسؤول جناح
shelf-stacker: employé libre-service, ELS, employé polyvalent de libre-service, employé de rayon, metteur en rayon
  / shelf stacker, shelf filler, shelf stocker, grocery clerk / مرتب رفوف, عامل رفوف, منسق بضائع
cashier: caissier, hôte de caisse, hôtesse de caisse, employé de caisse, agent de caisse
  / cashier, checkout operator, checkout assistant, till operator / أمين صندوق, عامل صندوق, كاشير
merchandiser: merchandiseur, marchandiseur, étalagiste / merchandiser, visual merchandiser / منسق عرض, مرشندايزر
call-agent: téléconseiller, télé-conseiller, téléopérateur, télé-opérateur, conseiller client, conseiller clientèle,
  conseiller client à distance, conseiller relation client, conseiller service client, chargé de clientèle, chargé de relation client,
  chargé de service client, agent de centre d'appel, agent call center, conseiller centre d'appel, relation client, service client
  / call center agent, call centre agent, call center representative, contact center agent, customer service,
  customer service representative, customer service agent, customer care, customer support, customer support agent, customer adviser,
  customer advisor
  / مستشار الزبناء, مستشار خدمة الزبناء, مستشار هاتفي, موظف مركز الاتصال, موظف مركز نداء, وكيل مركز اتصال, ممثل خدمة العملاء,
  موظف خدمة العملاء, خدمة العملاء, خدمة الزبناء, مكلف بالزبناء
content-moderator: modérateur de contenu, modérateur web / content moderator / مشرف محتوى, مراقب محتوى
back-office-agent: agent back-office, gestionnaire back-office, chargé de back-office / back office agent, back office officer
  / موظف مكتب خلفي
call-supervisor: superviseur de centre d'appel, superviseur d'équipe centre d'appel, superviseur call center,
  superviseur centre de contact, chef de plateau, responsable de plateau
  / call center supervisor, call centre supervisor, call center team leader, call center manager, call centre manager
  / مشرف مركز اتصال, مشرف مركز نداء, مدير مركز اتصال
customer-service-manager: responsable service client, responsable relation client, directeur relation client
  / customer service manager, customer care manager, customer support manager, head of customer service
  / مسؤول خدمة الزبناء, مسؤول خدمة العملاء, مدير خدمة العملاء
after-sales-manager: responsable SAV, responsable après-vente, responsable service après-vente, directeur après-vente
  / after-sales manager, aftersales manager / مسؤول ما بعد البيع
after-sales-technician < technician: technicien SAV, technicien après-vente, technicien service après-vente
  / after-sales technician, aftersales technician / تقني ما بعد البيع
service-adviser: conseiller service après-vente, réceptionnaire après-vente, réceptionnaire atelier / service advisor, service adviser
  / مستشار ما بعد البيع

# Hotels, catering, tourism
cook: cuisinier / cook / طباخ, طاه, طاهي, طهاة, شيف
head-chef < cook: chef de cuisine, chef cuisinier, chef exécutif / head chef, executive chef, chef cook, kitchen chef
  / رئيس الطباخين, طاهي رئيسي, طباخ رئيسي
sous-chef < cook: second de cuisine, sous-chef de cuisine / sous chef / مساعد رئيس الطباخين
chef-de-partie < cook: chef de partie, demi-chef de partie / chef de partie, station chef / رئيس قسم المطبخ
kitchen-assistant: commis de cuisine, aide-cuisinier, aide de cuisine
  / kitchen assistant, kitchen helper, assistant cook, commis chef / مساعد طباخ, مساعد طاهي, مساعد مطبخ, عامل مطبخ, مساعد شيف
dishwasher: plongeur, agent de plonge / dishwasher, kitchen porter, kitchen steward / غاسل أواني, غسال صحون, غاسل صحون, عامل غسيل الأواني
waiter: serveur, garçon de café, commis de salle, commis de rang / waiter, waitress, restaurant server / نادل, نوادل, ندلاء, جرسون
station-waiter < waiter: chef de rang, demi-chef de rang / chef de rang, station waiter / رئيس صف
head-waiter: maître d'hôtel, responsable de salle, chef de salle / head waiter, dining room manager / رئيس الندل, مشرف صالة, متر دوتيل
bartender: barman, barmaid, mixologue / bartender, mixologist / ساقي, بارمان, بارتندر
barista: barista / barista / باريستا, صانع قهوة, معد القهوة
restaurant-manager: directeur de restaurant, responsable de restaurant, gérant de restaurant, manager de restaurant
  / restaurant manager / مدير مطعم, مسير مطعم, مسؤول مطعم
food-and-beverage-manager: directeur de la restauration, responsable restauration, directeur F&B, responsable F&B
  / F&B manager, food and beverage manager / مدير الأغذية والمشروبات
catering-worker: agent de restauration, agent polyvalent de restauration, équipier polyvalent, équipier de restauration,
  équipier de restauration rapide, employé polyvalent de restauration, employé de restauration
  / catering assistant, fast food worker, fast food crew, restaurant crew member / عامل مطعم, عامل وجبات سريعة
pizza-chef: pizzaïolo / pizza chef, pizza maker / صانع بيتزا, معلم بيتزا, شيف بيتزا, طباخ بيتزا
pastry-chef: pâtissier, chef pâtissier, chocolatier / pastry chef, pastry cook, confectioner
  / حلواني, صانع حلويات, شيف حلويات, معلم حلويات
baker: boulanger / baker / خباز, فران
butcher: boucher, charcutier / butcher / جزار, قصاب
fishmonger: poissonnier / fishmonger / بائع سمك, بائع أسماك, سماك
caterer: traiteur / caterer / ممون حفلات, متعهد حفلات
receptionist: réceptionniste, agent d'accueil, hôte d'accueil, hôtesse d'accueil, chargé d'accueil
  / receptionist, front desk agent, front office agent / موظف استقبال, عامل استقبال, مضيفة استقبال, مكلف بالاستقبال
night-receptionist < receptionist: réceptionniste de nuit / night receptionist, night auditor / موظف استقبال ليلي
front-office-manager: chef de réception, responsable de réception, chef réceptionniste / front office manager, front desk manager,
  reception manager / رئيس الاستقبال, مدير الاستقبال, مسؤول الاستقبال
hotel-concierge: concierge, concierge d'hôtel / concierge, hotel concierge / كونسيرج
bellboy: bagagiste, groom, chasseur d'hôtel / bellboy, bellman, bellhop, luggage porter / حامل حقائب, حامل أمتعة
room-attendant: femme de chambre, valet de chambre, employé d'étage / room attendant, chambermaid, housekeeper, housekeeping,
  housekeeping attendant / عاملة غرف, منظفة غرف, خادمة غرف, عاملة تنظيف غرف
head-housekeeper: gouvernante, gouvernante générale, gouvernante d'étage
  / executive housekeeper, head housekeeper, housekeeping supervisor, housekeeping manager / مشرفة غرف, مشرف الإشراف الداخلي
hotel-manager: directeur d'hôtel, gérant d'hôtel, directeur d'hébergement / hotel manager, hotel director / مدير فندق, مسير فندق
travel-agent: agent de voyages, conseiller en voyages, billettiste, agent de réservation, agent de billetterie
  / travel agent, travel consultant, travel advisor, reservation agent, ticketing agent, booking agent
  / وكيل أسفار, وكيل سفر, مستشار سفر, موظف حجوزات, موظف حجز, مسؤول حجوزات
tour-guide: guide touristique, guide accompagnateur, accompagnateur touristique, guide conférencier
  / tour guide, tourist guide, tour leader / مرشد سياحي, دليل سياحي
entertainer: animateur touristique, animateur de loisirs, animateur enfants, animateur mini-club, animateur d'hôtel
  / hotel entertainer, kids club animator, activity leader, entertainment animator / منشط سياحي, منشط أطفال, منشط فندقي
flight-attendant: hôtesse de l'air, personnel navigant commercial, PNC / flight attendant, cabin crew, air hostess, cabin attendant
  / مضيف طيران, مضيف جوي, مضيفة الطائرة
pilot: pilote d'avion, pilote de ligne, officier pilote de ligne, pilote d'hélicoptère, commandant de bord, copilote
  / airline pilot, aircraft pilot, commercial pilot, helicopter pilot / طيار, ربان طائرة
air-traffic-controller: contrôleur aérien, contrôleur de la navigation aérienne / air traffic controller / مراقب جوي, مراقب الملاحة الجوية
airport-agent: agent d'escale, agent d'escale commercial, agent au sol, agent de piste
  / ground staff, ground handling agent, check-in agent, passenger service agent, airport agent, ramp agent
  / موظف مطار, موظف أرضي, عون أرضي

# Transport, logistics, purchasing
driver: chauffeur, conducteur VL, conducteur de véhicule, conducteur véhicule léger / driver / سائق, سواق, شيفور
truck-driver < driver: chauffeur poids lourd, chauffeur super poids lourd, chauffeur PL, chauffeur SPL, chauffeur routier,
  chauffeur de camion, chauffeur semi-remorque, conducteur poids lourd, conducteur super poids lourd, conducteur PL, conducteur SPL,
  conducteur routier, conducteur de camion, camionneur / truck driver, lorry driver, HGV driver, heavy vehicle driver, trailer driver
  / سائق شاحنة, سائقي شاحنات, سائق وزن ثقيل, سائق مقطورة
bus-driver < driver: chauffeur de bus, chauffeur d'autobus, chauffeur de car, chauffeur d'autocar, chauffeur de transport scolaire,
  chauffeur de transport en commun, conducteur de bus, conducteur d'autobus, conducteur de car, conducteur d'autocar, conducteur receveur,
  conducteur de transport en commun / bus driver, coach driver, school bus driver
  / سائق حافلة, سائق النقل المدرسي, سائق نقل المستخدمين
taxi-driver < driver: chauffeur de taxi, chauffeur VTC, conducteur VTC, conducteur de taxi / taxi driver, cab driver
  / سائق تاكسي, سائق طاكسي, سائق سيارة أجرة
courier: livreur, coursier / courier, delivery man, delivery rider, delivery person
  / عامل توصيل, مندوب توصيل, ساعي توصيل, موزع طلبات
delivery-driver < courier, driver: chauffeur livreur, conducteur livreur / delivery driver, van driver / سائق توصيل, سائق موزع
train-driver: conducteur de train, mécanicien de train, conducteur de tramway, conducteur de tram / train driver, tram driver
  / سائق قطار, سائق الترامواي, سائق الطرامواي
forklift-driver: cariste, conducteur de chariot, conducteur de chariot élévateur, chauffeur clark, conducteur clark
  / forklift driver, forklift operator, reach truck driver / سائق رافعة شوكية, سائق عربة رافعة, سائق كلارك
heavy-equipment-operator: conducteur d'engins, chauffeur d'engins, conducteur de pelle, conducteur de bulldozer, conducteur de niveleuse,
  conducteur de chargeuse, pelliste / heavy equipment operator, excavator operator, loader operator,
  backhoe operator, bulldozer operator / سائق آليات, سائق جرافة, مشغل آليات ثقيلة
crane-operator: grutier, conducteur de grue, pontier / crane operator, crane driver / سائق رافعة, مشغل رافعة
transport-planner: exploitant transport, agent d'exploitation transport, affréteur, dispatcheur, responsable transport
  / transport planner, transport coordinator, transport manager, dispatcher / مسؤول النقل, منسق النقل, مدير النقل
fleet-manager: gestionnaire de flotte, responsable de flotte, gestionnaire de parc automobile, responsable parc automobile,
  responsable parc auto / fleet manager / مدير أسطول, مسؤول أسطول, مسؤول حظيرة السيارات
freight-forwarder: transitaire, agent de transit, responsable transit, agent de fret, commissionnaire de transport
  / freight forwarder, forwarding agent, freight agent, shipping agent / وكيل عبور, وكيل شحن
customs-broker: déclarant en douane, agent en douane, agent déclarant, commis en douane
  / customs broker, customs declarant, customs agent, customs clearance, customs specialist, trade compliance
  / مصرح جمركي, مخلص جمركي, معشر, وسيط جمركي
warehouse-worker < logistics: manutentionnaire, agent de manutention, agent d'entrepôt, ouvrier d'entrepôt, agent logistique,
  agent de quai, opérateur logistique / warehouse worker, warehouse operative, warehouse operator, warehouse associate, material handler
  / عامل مخزن, عامل مستودع, عامل مناولة, عامل شحن وتفريغ, حمال
order-picker < logistics: préparateur de commandes / order picker, picker packer, order preparer
  / محضر طلبات, محضر الطلبيات, معد الطلبيات, مجهز طلبات
packer: emballeur, conditionneur, agent de conditionnement, ouvrier de conditionnement, opérateur de conditionnement
  / packer, packing operator, packaging operator / عامل تعبئة, عامل تغليف, عامل تلفيف
storekeeper < logistics: magasinier, aide-magasinier, gestionnaire de stock, responsable de stock
  / storekeeper, stock keeper, stock controller, stock clerk, stock manager, warehouse clerk, warehouse keeper, inventory clerk
  / أمين مخزن, أمين مستودع, مسؤول مخزن, مسؤول مخزون
warehouse-manager < logistics: responsable d'entrepôt, chef d'entrepôt, directeur d'entrepôt, responsable de dépôt, chef de dépôt,
  chef magasinier, responsable magasin pièces de rechange, responsable plateforme logistique
  / warehouse manager, warehouse supervisor, warehouse lead, depot manager / مدير مخزن, مدير مستودع, مسؤول مستودع, رئيس مستودع
logistics-manager < logistics: responsable logistique, directeur logistique, responsable supply chain, directeur supply chain
  / logistics manager, logistics director, head of logistics, supply chain manager, supply chain director, head of supply chain
  / مدير لوجستيك, مسؤول لوجستيك, مدير الخدمات اللوجستية, مدير سلسلة التوريد
logistics-coordinator < logistics: logisticien, coordinateur logistique, assistant logistique, gestionnaire logistique,
  chargé de logistique, technicien logistique
  / logistician, logistics coordinator, logistics officer, logistics assistant, supply chain coordinator
  / منسق لوجستيك, منسق لوجستي, مساعد لوجستيك, تقني لوجستيك
supply-planner < logistics: approvisionneur, gestionnaire des approvisionnements, responsable approvisionnement, gestionnaire appro
  / supply planner, material planner, procurement planner / مسؤول التموين, مسؤول التزويد
buyer: acheteur, achats, responsable achats, directeur achats, chargé d'achats, assistant achats
  / buyer, purchaser, purchasing, procurement, purchasing manager, procurement manager, purchasing officer, procurement officer
  / مشتريات, مسؤول مشتريات, مدير مشتريات, مكلف بالمشتريات

# Administration, HR, legal
secretary: secrétaire, secrétariat / secretary / سكرتير, سكرتارية, كاتبة إدارية, كاتبة خاصة
executive-assistant: assistant de direction, secrétaire de direction, assistant exécutif, assistant du directeur général, assistant DG
  / executive assistant, assistant to CEO, personal assistant, executive secretary, management assistant
  / مساعد تنفيذي, سكرتير تنفيذي, سكرتيرة الإدارة, مساعدة الإدارة, كاتبة الإدارة, كاتبة المدير
admin-assistant: assistant administratif, agent administratif, employé administratif, gestionnaire administratif, agent de bureau,
  employé de bureau
  / administrative assistant, admin assistant, office assistant, administrative officer, administrative clerk, office clerk
  / مساعد إداري, موظف إداري, عون إداري
office-manager: office manager, responsable administratif / office manager, administrative manager / مدير إداري, مسؤول إداري, مدير مكتب
facilities-manager: services généraux, moyens généraux, responsable des services généraux, responsable des moyens généraux
  / facility manager / مسؤول الوسائل العامة, مدير المرافق
data-entry: opérateur de saisie, agent de saisie, saisie de données, dactylographe
  / data entry, data entry operator, data entry clerk, typist / مدخل بيانات, مدخل معطيات, إدخال بيانات, راقن
archivist: archiviste, agent d'archives / archivist, records manager / أمين أرشيف, مسؤول أرشيف
translator: traducteur, interprète / translator, interpreter / مترجم, ترجمان
office-boy: planton, chaouch, office boy / office boy, tea boy, office attendant / شاوش, ساعي مكتب
switchboard-operator: standardiste / switchboard operator, telephone operator / عامل بدالة, موظف بدالة
hr-manager < hr: responsable ressources humaines, directeur ressources humaines, responsable RH, directeur RH, DRH, RRH,
  responsable capital humain, directeur capital humain
  / HR manager, HR director, head of HR, human resources manager, human resources director, CHRO, head of people
  / مدير موارد بشرية, مسؤول موارد بشرية, رئيس الموارد البشرية
hr-officer < hr: chargé RH, assistant RH, gestionnaire RH, chargé des ressources humaines, assistant ressources humaines,
  gestionnaire ressources humaines, généraliste RH / HR officer, HR assistant, HR generalist, HR specialist, HR coordinator,
  human resources officer, human resources assistant, human resources specialist
  / مساعد موارد بشرية, مكلف بالموارد البشرية, موظف موارد بشرية, أخصائي موارد بشرية
recruiter < hr: chargé de recrutement, recruteur, consultant en recrutement, talent acquisition
  / recruiter, talent acquisition, recruitment consultant, recruitment officer, recruitment specialist, headhunter
  / مسؤول التوظيف, مكلف بالتوظيف, أخصائي توظيف
training-manager < hr: responsable formation, chargé de formation, ingénieur de formation, gestionnaire de formation
  / training manager, training officer, training coordinator, learning and development / مسؤول التكوين, مكلف بالتكوين, مسؤول التدريب
lawyer: avocat / lawyer, attorney, barrister, solicitor / محامي, محامون
legal-officer: juriste, responsable juridique, directeur juridique, conseiller juridique, juriste d'entreprise
  / legal counsel, legal officer, legal advisor, legal adviser, legal manager, general counsel, jurist / مستشار قانوني, مسؤول قانوني
legal-assistant: assistant juridique, secrétaire juridique, clerc d'avocat / legal assistant, legal secretary, paralegal
  / مساعد قانوني, مساعد محامي, كاتب محامي
notary: notaire / notary, notary public / موثق
notary-clerk: clerc de notaire, collaborateur de notaire / notary clerk / كاتب موثق, مساعد موثق
bailiff: huissier de justice / bailiff / مفوض قضائي
compliance-officer: responsable conformité, chargé de conformité, compliance officer / compliance officer, compliance manager, AML officer
  / مسؤول الامتثال, مسؤول المطابقة
data-protection-officer: délégué à la protection des données, DPO / data protection officer, DPO
  / مسؤول حماية المعطيات, مسؤول حماية البيانات

# Management, projects
ceo: directeur général, président directeur général, PDG, DG / CEO, chief executive officer, general manager, managing director
  / مدير عام, رئيس تنفيذي, رئيس مدير عام
operations-manager: directeur des opérations, responsable des opérations, directeur d'exploitation, responsable d'exploitation,
  chef d'exploitation / operations manager, operations director, head of operations, chief operating officer, COO
  / مدير العمليات, مسؤول العمليات, مدير الاستغلال
technical-director: directeur technique, responsable technique / technical director, technical manager / مدير تقني, مسؤول تقني
team-leader: chef d'équipe, responsable d'équipe / team leader, team lead, team manager / رئيس فريق, قائد فريق
regional-manager: directeur régional, responsable régional, chef de zone, responsable de zone, chef de secteur, responsable de secteur
  / regional manager, regional director, area manager, zone manager, district manager / مدير جهوي, مدير إقليمي, مسؤول جهوي, مسؤول منطقة
project-manager: chef de projet, responsable de projet, directeur de projet, gestionnaire de projet
  / project manager, project lead, project leader / مدير مشروع, مدير مشاريع, رئيس مشروع, مسؤول مشروع
project-officer: chargé de projet, assistant de projet, coordinateur de projet, chargé de programme
  / project officer, project coordinator, project assistant, programme officer / منسق مشروع, منسق مشاريع, مكلف بمشروع, مساعد مشروع
management-consultant: consultant en management, consultant en organisation, consultant en stratégie
  / management consultant, strategy consultant, business consultant / مستشار استراتيجي, مستشار أعمال

# Marketing, communication, media
marketing-manager < marketing: responsable marketing, directeur marketing
  / marketing manager, marketing director, head of marketing, CMO / مدير تسويق, مسؤول تسويق, رئيس تسويق
marketing-officer < marketing: chargé de marketing, assistant marketing
  / marketing officer, marketing assistant, marketing executive, marketing specialist, marketing coordinator / مكلف بالتسويق, مساعد تسويق,
  أخصائي تسويق, مسوق
digital-marketing < marketing: marketing digital, chargé de marketing digital, responsable marketing digital, traffic manager, media buyer
  / digital marketing, digital marketer, digital marketing manager, digital marketing specialist, growth marketer, performance marketer
  / تسويق رقمي, مسوق رقمي, تسويق إلكتروني, مسوق إلكتروني, مسؤول التسويق الرقمي
seo-specialist < marketing: SEO, référenceur, consultant SEO, responsable SEO / SEO specialist, SEO manager, SEO consultant,
  search engine optimization / أخصائي سيو, خبير سيو, تحسين محركات البحث
product-manager: chef de produit, responsable produit / product manager / مدير منتج, مسؤول منتج
brand-manager < marketing: chef de marque, responsable de marque / brand manager / مدير علامة تجارية
community-manager < marketing: gestionnaire de communauté, gestionnaire des réseaux sociaux, responsable réseaux sociaux,
  chargé des réseaux sociaux / community manager, social media manager, social media specialist, social media officer
  / مدير مواقع التواصل, مدير شبكات التواصل, مدير وسائل التواصل, مسؤول التواصل الاجتماعي, مسير صفحات التواصل
communication-officer: chargé de communication, responsable communication, assistant communication, directeur communication,
  attaché de presse, chargé des relations publiques, responsable des relations publiques
  / communication officer, communication manager, public relations officer, public relations manager, PR officer, PR manager,
  press officer / مسؤول التواصل, مكلف بالتواصل, مدير التواصل, مسؤول علاقات عامة, موظف علاقات عامة, ملحق صحفي
content-writer: rédacteur web, rédacteur de contenu, concepteur-rédacteur, créateur de contenu
  / content writer, copywriter, content creator, web writer, web editor, content manager
  / كاتب محتوى, محرر محتوى, صانع محتوى, منشئ محتوى, محرر ويب
journalist: journaliste, reporter, rédacteur en chef / journalist, reporter, editor in chief / صحفي, صحافي
graphic-designer: graphiste, infographiste, infographe, designer graphique, concepteur graphique, maquettiste PAO / graphic designer
  / مصمم جرافيك, مصمم غرافيك, مصمم كرافيك, مصمم جرافيكي
ux-designer < it: designer UX, designer UI, UX designer, UI designer, designer d'interfaces / UX designer, UI designer, product designer,
  user experience designer, interface designer / مصمم تجربة المستخدم, مصمم واجهات, مصمم واجهة المستخدم
web-designer < it: webdesigner, designer web / web designer / مصمم مواقع, مصمم ويب
motion-designer: motion designer, animateur 2D, animateur 3D / motion designer, motion graphics designer
  / مصمم موشن جرافيك, مصمم رسوم متحركة
video-editor: monteur vidéo, monteur audiovisuel, montage vidéo / video editor, film editor, video editing / مونتير, مونتاج, محرر فيديو
photographer: photographe / photographer / مصور, مصور فوتوغرافي
cameraman: cadreur, caméraman, vidéaste / cameraman, videographer, camera operator / مصور فيديو, كاميرامان
event-planner: événementiel, chargé d'événementiel, chef de projet événementiel, organisateur d'événements
  / event manager, event planner, event coordinator, wedding planner / منظم فعاليات, منسق فعاليات, منظم تظاهرات, منظم حفلات

# IT
developer < it: développeur, programmeur, analyste programmeur, concepteur développeur, ingénieur logiciel, ingénieur développement,
  ingénieur développement logiciel, ingénieur études et développement / developer, programmer, software developer, software engineer
  / مطور, مبرمج, مهندس برمجيات, مطور برمجيات
software-engineer < engineer, it: ingénieur logiciel, ingénieur développement, ingénieur développement logiciel,
  ingénieur études et développement / software engineer / مهندس برمجيات
tech-lead < developer: tech lead, lead technique, lead développeur / tech lead, technical lead, lead developer / قائد تقني
web-developer < developer: développeur web, développeur d'applications web, programmeur web / web developer, web programmer
  / مطور ويب, مبرمج ويب, مطور مواقع, مبرمج مواقع
frontend-developer < web-developer: développeur front-end, développeur frontend, développeur front, intégrateur web
  / front-end developer, frontend developer, front-end engineer, frontend engineer / مطور واجهات, مطور واجهات أمامية
backend-developer < developer: développeur back-end, développeur backend, développeur back, développeur serveur
  / back-end developer, backend developer, back-end engineer, backend engineer / مطور خلفية, مطور واجهات خلفية, مطور باك اند
fullstack-developer < web-developer: développeur full stack, développeur fullstack, ingénieur full stack
  / full stack developer, fullstack developer, full stack engineer, fullstack engineer / مطور متكامل, مطور فول ستاك
mobile-developer < developer: développeur mobile, développement mobile, développeur d'applications mobiles, développeur Android,
  développeur iOS, développeur Flutter
  / mobile developer, mobile app developer, mobile engineer, Android developer, iOS developer, Flutter developer
  / مطور تطبيقات, مطور تطبيقات الهاتف, مبرمج تطبيقات, مطور أندرويد
embedded-engineer < developer, engineer: développeur embarqué, ingénieur embarqué, ingénieur systèmes embarqués,
  ingénieur logiciel embarqué / embedded engineer, embedded developer, embedded software engineer, embedded systems engineer
  / مهندس أنظمة مدمجة, مهندس أنظمة مضمنة
devops < engineer, it: DevOps, ingénieur DevOps, SRE / DevOps engineer, site reliability engineer, platform engineer
  / مهندس ديفوبس, ديف أوبس
cloud-engineer < engineer, it: ingénieur cloud, administrateur cloud / cloud engineer, cloud administrator / مهندس سحابي, مهندس سحابة
data-engineer < engineer, it: ingénieur data, ingénieur de données, ingénieur big data, développeur big data / data engineer,
  big data engineer / مهندس بيانات
data-scientist < it: scientifique des données / data scientist / عالم بيانات
ml-engineer < engineer, it: ingénieur IA, ingénieur intelligence artificielle, ingénieur machine learning
  / AI engineer, ML engineer, machine learning engineer, artificial intelligence engineer / مهندس ذكاء اصطناعي, مهندس تعلم آلي
data-analyst < it: analyste de données, analyste data, analyste BI, consultant BI, développeur BI, business intelligence
  / data analyst, BI analyst, BI developer, BI consultant, business intelligence analyst / محلل بيانات, محلل معطيات
dba < it: administrateur de base de données, administrateur BDD, DBA / database administrator / مدير قواعد بيانات, مدير قاعدة بيانات
sysadmin < it: administrateur système, administrateur réseau, administrateur systèmes et réseaux
  / system administrator, sysadmin, network administrator, system and network administrator
  / مدير أنظمة, مدير شبكات, مسؤول شبكات, مدير نظم
network-engineer < engineer, it: ingénieur réseau, ingénieur systèmes et réseaux / network engineer, infrastructure engineer / مهندس شبكات
network-technician < technician, it: technicien réseau, technicien systèmes et réseaux / network technician / تقني شبكات, فني شبكات
cybersecurity < it: cybersécurité, analyste SOC, pentester, RSSI, responsable sécurité informatique, ingénieur sécurité informatique,
  responsable sécurité des systèmes d'information / cybersecurity, cyber security, information security, SOC analyst, CISO
  / أمن سيبراني, أمن معلومات, أمن معلوماتي
it-support < it: technicien informatique, technicien support, technicien support informatique, support informatique, technicien helpdesk,
  technicien de maintenance informatique, helpdesk, hotliner / IT support, IT support technician, IT support engineer, IT technician,
  help desk, help desk technician, desktop support, technical support, technical support engineer
  / تقني معلوميات, دعم تقني, دعم فني, تقني حاسوب, فني حاسوب
qa-tester < it: testeur logiciel, ingénieur QA, ingénieur test logiciel, analyste test
  / QA engineer, QA tester, QA analyst, software tester, test analyst / مختبر برمجيات, فاحص برمجيات, مهندس اختبار برمجيات
product-owner < it: product owner / product owner / مالك المنتج
scrum-master < it: scrum master / scrum master / سكرم ماستر
it-project-manager < project-manager, it: chef de projet informatique, chef de projet IT, chef de projet SI, chef de projet digital,
  chef de projet web, responsable de projet informatique / IT project manager, digital project manager, web project manager
  / مدير مشاريع معلوماتية, رئيس مشروع معلوماتي
business-analyst < it: business analyst, analyste fonctionnel, consultant fonctionnel, analyste métier
  / business analyst, functional analyst, functional consultant / محلل أعمال, محلل نظم
erp-consultant < it: consultant ERP, consultant SAP, consultant fonctionnel SAP, consultant Odoo / ERP consultant, SAP consultant
  / مستشار تخطيط موارد المؤسسات
software-architect < it: architecte logiciel, architecte SI, architecte cloud, architecte technique, architecte solutions,
  architecte data, architecte Java, architecte réseau
  / software architect, solution architect, cloud architect, data architect, enterprise architect, technical architect, IT architect,
  network architect, Java architect, SAP architect, Azure architect, AWS architect / مهندس معماري للبرمجيات, معماري برمجيات, معماري حلول
it-manager < it: responsable informatique, directeur informatique, DSI, responsable SI, directeur des systèmes d'information,
  responsable des systèmes d'information, CTO
  / IT manager, IT director, head of IT, CIO, CTO, chief information officer, chief technology officer
  / مدير نظم المعلومات, مسؤول معلوميات, مدير معلوميات, مدير تكنولوجيا المعلومات
webmaster < it: webmaster, webmestre / webmaster / مدير موقع إلكتروني, مشرف موقع إلكتروني
telecom-engineer < engineer: ingénieur télécoms, ingénieur télécommunications, ingénieur réseaux télécoms / telecom engineer,
  telecommunications engineer / مهندس اتصالات
telecom-technician < technician: technicien télécom, technicien fibre, technicien fibre optique, technicien FTTH, monteur fibre,
  installateur fibre optique, raccordeur fibre optique
  / telecom technician, fibre technician, fiber technician, fibre optic technician, fiber optic technician
  / تقني اتصالات, فني اتصالات, تقني ألياف, تقني الألياف البصرية

# Engineering, design offices
civil-engineer < engineer: ingénieur génie civil, ingénieur civil, ingénieur BTP, ingénieur bâtiment, ingénieur structure
  / civil engineer, structural engineer, construction engineer / مهندس مدني, مهندس بناء, مهندس إنشائي
site-engineer < civil-engineer: ingénieur travaux, ingénieur de chantier / site engineer / مهندس أشغال, مهندس موقع, مهندس ورش
electrical-engineer < engineer: ingénieur électrique, ingénieur électricité, ingénieur électricien, ingénieur génie électrique,
  ingénieur électrotechnique / electrical engineer / مهندس كهربائي, مهندس كهرباء
electromechanical-engineer < engineer: ingénieur électromécanique, ingénieur électromécanicien / electromechanical engineer
  / مهندس كهروميكانيكي
electronics-engineer < engineer: ingénieur électronique, ingénieur électronicien / electronics engineer
  / مهندس إلكترونيك, مهندس إلكترونيات
mechanical-engineer < engineer: ingénieur mécanique, ingénieur mécanicien, ingénieur génie mécanique, ingénieur conception mécanique
  / mechanical engineer, mechanical design engineer / مهندس ميكانيكي, مهندس ميكانيك
industrial-engineer < engineer: ingénieur industriel, ingénieur génie industriel, ingénieur industrialisation, ingénieur méthodes,
  ingénieur amélioration continue, ingénieur lean / industrial engineer, manufacturing engineer, methods engineer, lean engineer,
  lean manufacturing engineer, continuous improvement engineer / مهندس صناعي, مهندس تصنيع
process-engineer < engineer: ingénieur procédés, ingénieur process, ingénieur génie des procédés / process engineer
  / مهندس عمليات, مهندس طرائق
chemical-engineer < engineer: ingénieur chimiste, ingénieur chimie / chemical engineer / مهندس كيميائي
production-engineer < engineer: ingénieur production / production engineer / مهندس إنتاج
maintenance-engineer < engineer: ingénieur maintenance / maintenance engineer / مهندس صيانة
quality-engineer < engineer: ingénieur qualité / quality engineer, supplier quality engineer / مهندس جودة
energy-engineer < engineer: ingénieur énergie, ingénieur énergies renouvelables, ingénieur photovoltaïque,
  ingénieur efficacité énergétique / energy engineer, renewable energy engineer, solar engineer / مهندس طاقة, مهندس طاقات متجددة
environmental-engineer < engineer: ingénieur environnement / environmental engineer, environment engineer / مهندس بيئة
food-engineer < engineer: ingénieur agroalimentaire, ingénieur agro-alimentaire / food engineer / مهندس صناعات غذائية, مهندس أغذية
agronomist < engineer: ingénieur agronome, agronome, ingénieur agricole / agronomist, agricultural engineer / مهندس زراعي, مهندس فلاحي
mining-engineer < engineer: ingénieur des mines, ingénieur minier / mining engineer / مهندس مناجم, مهندس معادن
geologist: géologue / geologist / جيولوجي
automation-engineer < engineer: ingénieur automatisme, ingénieur automaticien, automaticien
  / automation engineer, controls engineer, robotics engineer / مهندس أتمتة
automation-technician < technician: technicien automatisme, technicien automaticien, automaticien / automation technician / تقني أتمتة
surveyor: topographe, ingénieur topographe, géomètre, géomètre-topographe / surveyor, land surveyor, topographer
  / طوبوغرافي, مهندس طوبوغرافي
architect: architecte / architect / مهندس معماري, معماري
landscape-architect: architecte paysagiste / landscape architect / مهندس مناظر طبيعية
urban-planner: urbaniste / urban planner, town planner / مهندس تخطيط حضري, مخطط حضري
interior-designer: architecte d'intérieur, décorateur d'intérieur, designer d'intérieur, décorateur
  / interior designer, interior architect, interior decorator / مصمم ديكور, مهندس ديكور, مصمم داخلي
draughtsman: dessinateur, dessinateur projeteur, projeteur / draughtsman, draftsman, drafter, CAD designer, CAD technician
  / رسام صناعي, رسام معماري, رسام هندسي
quantity-surveyor: métreur, économiste de la construction, ingénieur études de prix, deviseur / quantity surveyor, cost estimator
  / مهندس كميات, مساح كميات, حاسب كميات

# Industry: automotive, aeronautics, textile
maintenance-technician < technician: technicien de maintenance, agent de maintenance, mécanicien de maintenance
  / maintenance technician, maintenance mechanic / تقني صيانة, فني صيانة, عامل صيانة
maintenance-manager: responsable maintenance, chef de maintenance, directeur maintenance, chef d'équipe maintenance
  / maintenance manager, maintenance supervisor, head of maintenance / مسؤول صيانة, رئيس صيانة, مدير صيانة
electromechanic < technician: électromécanicien, technicien électromécanique, technicien électromécanicien
  / electromechanic, electromechanical technician / كهروميكانيكي, تقني كهروميكانيك, تقني كهروميكانيكي
production-operator: opérateur de production, agent de production, ouvrier de production, agent de fabrication,
  opérateur de fabrication, opérateur machine, opérateur de ligne, conducteur de ligne, conducteur de machine,
  conducteur de ligne de production, pilote de ligne de production, ouvrier d'usine
  / production operator, production worker, factory worker, machine operator, line operator, manufacturing operator
  / عامل إنتاج, عمال إنتاج, عامل مصنع, عامل معمل, مشغل آلة, مشغل آلات
assembler: monteur assembleur, assembleur, agent de montage, opérateur de montage, opérateur d'assemblage
  / assembler, assembly operator, assembly technician / عامل تركيب, عامل تجميع
wiring-operator: câbleur, opérateur de câblage, opérateur de câblage automobile, agent de câblage, monteur câbleur
  / wiring operator, wire harness assembler, wiring harness operator, harness operator / عامل كابلات, عامل أسلاك, عامل كابلاج, مشغل كابلاج
production-supervisor: chef de ligne, superviseur de production, chef d'équipe de production, agent de maîtrise de production
  / production supervisor, line leader, production team leader / مشرف إنتاج, رئيس خط, رئيس فريق الإنتاج
shift-supervisor: chef de quart, superviseur de quart / shift supervisor, shift leader, shift manager / رئيس وردية, مشرف وردية, رئيس نوبة
production-manager: responsable de production, directeur de production, chef de production, responsable de fabrication
  / production manager, manufacturing manager, head of production / مدير إنتاج, مسؤول إنتاج, رئيس إنتاج
production-planner: planificateur de production, planificateur, ordonnanceur, agent d'ordonnancement, responsable ordonnancement
  / production planner, production scheduler / مخطط إنتاج, مسؤول تخطيط الإنتاج
workshop-manager: chef d'atelier, responsable d'atelier / workshop manager, workshop supervisor / رئيس ورشة, مسؤول ورشة
plant-manager: directeur d'usine, directeur industriel, directeur de site industriel / plant manager, factory manager, plant director
  / مدير مصنع, مدير معمل
quality-inspector: contrôleur qualité, contrôle qualité, agent qualité, agent de contrôle qualité, technicien qualité, inspecteur qualité,
  qualiticien / quality inspector, quality controller, quality control, quality control inspector, quality technician
  / مراقب جودة, مفتش جودة, تقني جودة
quality-manager: responsable qualité, directeur qualité, responsable assurance qualité, auditeur qualité
  / quality manager, quality assurance manager, head of quality, quality auditor / مدير جودة, مسؤول جودة, رئيس جودة
hse: HSE, QHSE, QSE, responsable HSE, ingénieur HSE, technicien HSE, animateur HSE, responsable QHSE,
  responsable qualité sécurité environnement, préventeur
  / EHS, HSE officer, HSE manager, HSE engineer, EHS manager, safety officer, health and safety officer, safety engineer
  / مسؤول السلامة, مسؤول الصحة والسلامة, مشرف السلامة, مهندس سلامة
fitter: ajusteur, ajusteur monteur, ajusteur mécanicien / mechanical fitter, bench fitter, aircraft fitter / براد صناعي, مركب ميكانيكي
machinist: tourneur, fraiseur, tourneur-fraiseur, usineur, opérateur CN, opérateur CNC, opérateur commande numérique, opérateur usinage
  / machinist, CNC operator, CNC machinist, lathe operator, milling machine operator / خراط, خراط معادن, مشغل CNC
machine-setter: régleur, monteur régleur, technicien régleur / machine setter / ضابط آلات
welder: soudeur / welder / لحام, سودور
boilermaker: chaudronnier, chaudronnier soudeur / boilermaker, sheet metal worker / صانع مراجل
pipefitter: tuyauteur / pipefitter, pipe fitter / مركب أنابيب
aircraft-mechanic: mécanicien aéronautique, mécanicien avion, mécanicien d'aéronefs, technicien aéronautique
  / aircraft mechanic, aircraft technician, aircraft maintenance technician / ميكانيكي طائرات, تقني طائرات, تقني صيانة الطائرات
sewing-operator: couturier, couture, tailleur couturier, mécanicien en confection, piqueur, opérateur de couture, piqueur confection
  / seamstress, tailor, dressmaker, sewing operator, sewing machine operator / خياط, معلم خياط, عاملة خياطة
pattern-maker: modéliste, patronnier / pattern maker, patternmaker / مصمم باترونات, باترونيست
fashion-designer: styliste, styliste modéliste, designer de mode, créateur de mode / fashion designer / مصمم أزياء, ستيليست
laundry-worker: blanchisseur, lingère, repasseur, agent de blanchisserie, agent de pressing / laundry attendant, laundry worker, ironer
  / عامل مصبنة, عامل غسيل ملابس, كواي
chemist: chimiste / chemist / محلل كيميائي, أخصائي كيمياء
printer-operator: imprimeur, conducteur offset, opérateur d'impression, sérigraphe / print operator, offset printer, press operator
  / عامل طباعة

# Construction, trades
works-manager: conducteur de travaux, directeur de travaux, responsable travaux / works manager, construction manager
  / مدير أشغال, مسير أشغال, مسؤول أشغال
site-foreman: chef de chantier, surveillant de chantier, contremaître / foreman, site foreman, construction foreman, site supervisor
  / رئيس ورش, مشرف موقع, رئيس أوراش
mason: maçon / mason, bricklayer / معلم بناء
formwork-carpenter: coffreur, coffreur boiseur / formwork carpenter, shuttering carpenter / نجار مسلح, نجار كوفراج
steel-fixer: ferrailleur / steel fixer, rebar worker / حداد مسلح
construction-worker: ouvrier du bâtiment, ouvrier BTP, ouvrier de chantier, manœuvre, aide-maçon
  / construction worker, construction labourer, labourer, laborer / عامل بناء, عمال بناء, عامل ورش, مساعد بناء
tiler: carreleur / tiler / مبلط, معلم زليج, زلايجي
painter: peintre, peintre en bâtiment / painter, house painter / صباغ, دهان
plasterer: plâtrier, plaquiste, staffeur / plasterer, drywall installer / جباص, معلم جبص, عامل جبص
plumber: plombier / plumber / سباك, رصاص صحي, بلومبي
hvac-technician < technician: frigoriste, technicien frigoriste, technicien froid, technicien froid et climatisation, technicien CVC,
  technicien climatisation, climaticien, chauffagiste / HVAC technician, refrigeration technician, air conditioning technician,
  heating technician / تقني تبريد, فني تبريد, تقني تكييف, فني تكييف, تقني تبريد وتكييف
electrician: électricien / electrician / كهربائي
auto-electrician < electrician: électricien automobile, électricien auto / auto electrician, automotive electrician / كهربائي سيارات
carpenter: menuisier, ébéniste, charpentier / carpenter, joiner, cabinetmaker, cabinet maker / نجار
aluminium-joiner: menuisier aluminium, poseur aluminium / aluminium fabricator, aluminium installer, aluminum fabricator
  / نجار ألمنيوم, نجار الألومنيوم
metalworker: métallier, ferronnier, forgeron, serrurier métallier, métallier serrurier, charpentier métallique
  / metalworker, ironworker, blacksmith / حداد
locksmith: serrurier / locksmith / صانع أقفال
roofer: couvreur, étancheur, zingueur, couvreur zingueur / roofer / عامل أسقف, عامل عزل الأسطح
glazier: vitrier, miroitier / glazier / مركب زجاج
upholsterer: tapissier, tapissier décorateur / upholsterer / منجد
solar-installer: installateur solaire, installateur photovoltaïque, installateur de panneaux solaires, technicien photovoltaïque
  / solar installer, solar technician, solar panel installer, PV technician / مركب ألواح شمسية, تقني ألواح شمسية, تقني طاقة شمسية
lift-technician < technician: ascensoriste, technicien ascenseur / lift technician, elevator technician / تقني مصاعد, فني مصاعد
mechanic: mécanicien, mécanicien automobile, technicien automobile / mechanic, car mechanic, auto mechanic, automotive technician
  / ميكانيكي, ميكانيسيان
body-repairer: carrossier, tôlier, peintre automobile, carrossier peintre / car body repairer, panel beater, car painter
  / سمكري سيارات, مطال سيارات, صباغ سيارات
car-washer: laveur de voitures, laveur auto / car washer, car wash attendant / غسال سيارات, عامل غسل سيارات
pump-attendant: pompiste / pump attendant, gas station attendant, petrol station attendant, fuel attendant
  / عامل محطة وقود, عامل محطة بنزين

# Agriculture, agri-food, fishing
farm-worker: ouvrier agricole, ouvrier sous serre, ouvrier polyvalent sous serre, ouvrier de ferme, cueilleur, saisonnier agricole
  / farm worker, farm labourer, agricultural worker, fruit picker, harvest worker, greenhouse worker
  / عامل فلاحي, عامل زراعي, عمال فلاحيون, عامل ضيعة, عامل جني
farm-manager: chef d'exploitation agricole, responsable d'exploitation agricole, gérant d'exploitation agricole, chef de culture,
  gérant de ferme, responsable de ferme, gérant de domaine agricole / farm manager, farm supervisor, crop manager
  / مسير ضيعة, مسؤول ضيعة, مشرف ضيعة, مشرف على ضيعة فلاحية, مدير ضيعة, مدير مزرعة
farmer: agriculteur, maraîcher, éleveur / farmer / فلاح, مربي ماشية
agricultural-technician < technician: technicien agricole, technicien d'irrigation / agricultural technician, irrigation technician
  / تقني فلاحي, تقني زراعي, تقني ري
tractor-driver: tractoriste, conducteur de tracteur, chauffeur de tracteur / tractor driver / سائق جرار
gardener: jardinier, jardinier paysagiste, ouvrier paysagiste, agent d'espaces verts, agent d'entretien espaces verts
  / gardener, landscaper / بستاني, عامل بستنة, منسق حدائق
beekeeper: apiculteur / beekeeper / نحال, مربي نحل
packhouse-manager: responsable de station de conditionnement, chef de station de conditionnement, directeur de station de conditionnement
  / packhouse manager, packing station manager / مسؤول محطة تلفيف, مدير محطة تلفيف
shellfish-farmer: ostréiculteur, conchyliculteur / oyster farmer, shellfish farmer / مربي محار
fisherman: marin pêcheur, pêcheur / fisherman / صياد سمك, صياد أسماك
sailor: matelot / sailor, seaman, deckhand / بحار

# Security, cleaning, home
security-guard: agent de sécurité, agent de sûreté, agent de surveillance, agent de gardiennage, agent de prévention et de sécurité,
  vigile, gardien / security guard, security agent, security officer, watchman
  / حارس أمن, حراس أمن, حارس, عون أمن, عون حراسة, أعوان حراسة, رجل أمن
security-supervisor: chef d'équipe sécurité, chef de poste sécurité, chef de sécurité / security supervisor, security manager
  / مشرف أمن, مسؤول الأمن, رئيس الأمن
fire-safety-guard < security-guard: agent de sécurité incendie, SSIAP, agent SSIAP / fire safety officer, fire safety agent
  / عون سلامة من الحرائق
firefighter: pompier, sapeur-pompier / firefighter, fireman / إطفائي, رجل إطفاء
cleaner: agent d'entretien, agent de nettoyage, agent de propreté, technicien de surface, femme de ménage, homme de ménage,
  employé de ménage, agent d'hygiène, agent de service hospitalier / cleaner, cleaning lady, cleaning agent, cleaning operative, janitor
  / عامل نظافة, عمال نظافة, عون نظافة, عامل تنظيف, منظفة منازل
domestic-worker: employé de maison, employé de ménage, femme de ménage, aide-ménagère, gouvernante de maison
  / housekeeper, maid, domestic worker, domestic helper, house cleaner
  / عاملة منزلية, مساعدة منزلية, عاملة منازل, خادمة منزل, مدبرة منزل, منظفة منازل
caretaker: gardien d'immeuble, concierge d'immeuble, gardien de villa, gardien de résidence / building caretaker, caretaker, doorman
  / بواب, حارس عمارة, حارس فيلا, حارس إقامة
waste-collector: éboueur, ripeur, agent de collecte des déchets / waste collector, refuse collector, garbage collector / عامل جمع النفايات

# Beauty, wellness, sport
hairdresser: coiffeur / hairdresser, hairstylist, hair stylist / حلاق, كوافير, مصفف شعر
barber < hairdresser: barbier, coiffeur hommes / barber / حلاق رجال, حلاق رجالي
beautician: esthéticien / beautician, esthetician, beauty therapist / خبيرة تجميل, أخصائية تجميل
nail-technician: prothésiste ongulaire, styliste ongulaire, manucure, onglerie / nail technician, manicurist / أخصائية أظافر, خبيرة أظافر
makeup-artist: maquilleur / makeup artist, make-up artist / خبيرة مكياج, فنانة مكياج
spa-therapist: masseur, praticien spa, praticien bien-être, spa praticien / massage therapist, spa therapist, masseuse
  / مدلك, أخصائي تدليك, معالج سبا
spa-manager: responsable spa / spa manager / مدير سبا, مسؤول سبا
sports-coach: coach sportif, coach fitness, entraîneur, éducateur sportif, moniteur de sport, préparateur physique
  / sports coach, personal trainer, fitness trainer, fitness coach, fitness instructor, gym coach
  / مدرب رياضي, مدرب رياضة, مدرب كرة القدم, مدرب لياقة, مدرب لياقة بدنية
lifeguard: maître-nageur, maître-nageur sauveteur, surveillant de baignade / lifeguard, swimming instructor
  / منقذ سباحة, معلم سباحة, مدرب سباحة

# Real estate, public and social services
real-estate-agent < sales: agent immobilier, conseiller immobilier, négociateur immobilier, agent commercial immobilier,
  commercial immobilier, conseiller commercial immobilier, consultant immobilier
  / real estate agent, real estate advisor, real estate consultant, real estate broker, property consultant, realtor
  / وكيل عقاري, مستشار عقاري, وسيط عقاري, سمسار عقارات, مسوق عقاري
property-manager: gestionnaire immobilier, gestionnaire de copropriété, gestionnaire locatif, syndic / property manager
  / مدير عقارات, سنديك
real-estate-developer: promoteur immobilier, développeur immobilier, développeur foncier / real estate developer, property developer
  / مطور عقاري, منعش عقاري
social-worker: assistant social, travailleur social, intervenant social / social worker / مساعد اجتماعي, أخصائي اجتماعي, عامل اجتماعي
postman: facteur, agent postal / postman, mailman, mail carrier, postal worker / ساعي البريد, موزع البريد
police-officer: policier, agent de police / police officer, policeman / شرطي
customs-officer: douanier, inspecteur des douanes / customs officer / جمركي, مفتش الجمارك
`

/**
 * Phrases that name no occupation of the table although a shorter name is in them: a "centre commercial" is no "commercial".
 */
const HIDING_LINES = `
centre commercial, galerie commerciale, direction commerciale, gestion commerciale, équipe commerciale, zone commerciale
commercial analyst, commercial lawyer, commercial vehicle, commercial banking, commercial kitchen, commercial real estate
après-vente
cabinet comptable, service comptable, logiciel comptable
cabinet d'avocats, récolte d'avocats, culture d'avocats, station d'avocats
étude de notaire, office de notaire, cabinet de notaire
cabinet de médecin, cabinet de dentiste
clinique vétérinaire, pharmacie vétérinaire, produits vétérinaires, délégué vétérinaire, technicien vétérinaire
cabinet d'architecte
secrétaire général, secretary general, general secretary
administrateur serveurs, ingénieur serveurs, technicien serveurs, systèmes serveurs, serveurs Windows, serveurs Linux, serveur web
plongeur scaphandrier, plongeur sous-marin
gardien de but, حارس مرمى
facteurs humains
developer relations, developer advocate, training developer, curriculum developer
seller support
chercheur d'emploi, باحث عن عمل, تيار كهربائي
device driver
`

/** An occupation with its names in each language. */
export interface Occupation extends Record<Locale, string[]> {
  key: string
  /** The keys of the more general occupations. */
  kindOf: string[]
}

/** Lists the entries of a table, which begin at the start of a line. */
const listEntries = (lines: string): string[] =>
  lines
    .trim()
    .split(/\n+(?=\S)/)
    .filter((entry) => !entry.startsWith('#'))
    .map((entry) => entry.replaceAll(/\s+/g, ' '))

const splitNames = (names = ''): string[] => names.split(',').map((name) => name.trim())

/** The occupations that searches know by all their names. */
export const occupations: Occupation[] = listEntries(OCCUPATION_LINES).map((entry) => {
  const [head = '', names = ''] = entry.split(': ')
  const [key = '', general] = head.split(' < ')
  const [fr, en, ar] = names.split(' / ').map(splitNames)
  return { key, kindOf: general === undefined ? [] : splitNames(general), fr: fr ?? [], en: en ?? [], ar: ar ?? [] }
})

/** Phrases that hide the name of an occupation that is in them. */
export const hidingPhrases: string[] = listEntries(HIDING_LINES).flatMap(splitNames)
