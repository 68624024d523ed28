/** Newsletter subscribers in many languages; some of them are users with the same address. */
import type { LOCALES } from '@contract/locales'
import { daysBefore, type RowsOf } from '../rows'

/** The text of the consent, by language. */
const CONSENT: Readonly<Record<keyof typeof LOCALES, string>> = {
  en: 'Yes, send me news and offers by e-mail. I can unsubscribe at any time.',
  de: 'Ja, ich möchte Neuigkeiten und Angebote per E-Mail erhalten. Ich kann mich jederzeit abmelden.',
  es: 'Sí, quiero recibir novedades y ofertas por correo electrónico. Puedo darme de baja en cualquier momento.',
  fr: 'Oui, je souhaite recevoir les actualités et les offres par e-mail. Je peux me désinscrire à tout moment.',
  pt: 'Sim, quero receber novidades e ofertas por e-mail. Posso cancelar a inscrição a qualquer momento.',
  pl: 'Tak, chcę otrzymywać nowości i oferty e-mailem. Mogę zrezygnować w każdej chwili.',
  el: 'Ναι, θέλω να λαμβάνω νέα και προσφορές μέσω e-mail. Μπορώ να διαγραφώ οποτεδήποτε.',
  uk: 'Так, я хочу отримувати новини та пропозиції електронною поштою. Я можу відписатися будь-коли.',
  tr: 'Evet, haberleri ve teklifleri e-posta ile almak istiyorum. İstediğim zaman çıkabilirim.',
  ar: 'نعم، أريد تلقي الأخبار والعروض عبر البريد الإلكتروني. يمكنني إلغاء الاشتراك في أي وقت.',
  hi: 'हाँ, मुझे समाचार और ऑफ़र ई-मेल से भेजें। मैं कभी भी सदस्यता समाप्त कर सकता हूँ।',
  ja: 'はい、ニュースやお得な情報をメールで受け取ります。いつでも配信を停止できます。',
  zh: '是的，请通过电子邮件向我发送新闻和优惠信息。我可以随时退订。',
}
const LANGUAGES = Object.keys(CONSENT) as (keyof typeof LOCALES)[]

const FIRST =
  'olivia liam joao mariana jonas greta zofia lukasz aarav priya minh thao elif mehmet sofia nikos olena taras amina youssef yuki haruto mei wei'.split(
    ' ',
  )
const LAST =
  'walker hayes souza araujo schaefer vogel wojcik krol sharma iyer nguyen tran yilmaz demir papadou georgiou shevchenko koval haddad mansour sato tanaka chen zhang'.split(
    ' ',
  )
const HOSTS = ['mail.example', 'post.example', 'inbox.test', 'kaixo.example', 'correo.example']
/** Users of the demo. */
const USERS = [
  'thiagobarbosa2@example.com',
  'player2@mail.example',
  'jonasvogel5@example.com',
  'avahayes6@example.com',
  'player5@mail.example',
  'arjunpatele@example.com',
  'felipepinheiroi@example.com',
  'wojciechkrolj@example.com',
  'player9@mail.example',
  'masonreedm@example.com',
  'ductrans@example.com',
  'averywalkert@example.com',
]
const COUNT = 300

const SOURCES = ['FOOTER', 'SIGN_UP', 'SIGN_UP', 'APP', 'FOOTER', 'IMPORT', 'APP'] as const
const STATUSES = { 4: 'UNSUBSCRIBED', 9: 'UNSUBSCRIBED', 13: 'BOUNCED', 17: 'COMPLAINED' } as const

export const newsletterSubscribers: RowsOf<'newsletterSubscriber'> = Array.from({ length: COUNT }, (_, index) => {
  const [first, last] = [FIRST[(index * 7) % FIRST.length]!, LAST[(index * 11 + Math.floor(index / 24)) % LAST.length]!]
  const locale = LANGUAGES[((index * index + index) % 29) % LANGUAGES.length]!
  const status = STATUSES[(index % 19) as keyof typeof STATUSES] ?? 'SUBSCRIBED'
  const source = SOURCES[(index * 3 + Math.floor(index / 10)) % SOURCES.length]!
  // Some consents are of the same millisecond, as those of one import.
  const turn = index % 6 === 2 ? index - 1 : index
  const consented = (COUNT - turn) * 3 + ((turn * 37) % 89) / 100
  return {
    email:
      index % 25 === 3
        ? (USERS[Math.floor((COUNT - 1 - index) / 25)] ?? `${first}@${HOSTS[0]}`)
        : `${first}.${last}${index + 1}@${HOSTS[index % HOSTS.length]}`,
    source,
    consent_at: daysBefore(consented),
    consent_text: CONSENT[locale],
    consent_ip:
      source === 'IMPORT'
        ? null
        : index % 6 === 0
          ? `2001:db8:${(index * 7).toString(16)}::${index + 1}`
          : `203.0.113.${(index % 250) + 1}`,
    locale,
    status,
    by: 'nobody',
    ...(index % 10 === 4 && { of: 'partner' as const }),
    unsubscribed_at: status === 'UNSUBSCRIBED' ? daysBefore(consented / 2) : null,
  }
})
