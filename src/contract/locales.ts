/** Languages in which the platform addresses its users, each named in English. */
export const LOCALES = {
  en: 'English',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  pt: 'Portuguese',
  pl: 'Polish',
  el: 'Greek',
  uk: 'Ukrainian',
  tr: 'Turkish',
  ar: 'Arabic',
  hi: 'Hindi',
  ja: 'Japanese',
  zh: 'Chinese',
} as const
