/** Real-world input of people and other systems, with which the stories of bad input show the components. */
export const BAD = {
  /** 200 letters without a possible line break. */
  long: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200),
  /** 200 letters, in words. */
  words: 'Maria de los Ángeles Concepción Fernández de Córdoba y Álvarez de Toledo '.repeat(3).slice(0, 200).trim(),
  /** Right to left, with a number and Latin letters inside. */
  rightToLeft: 'عبد الرحمن محمد 42 (Nova) شركة الأمل',
  hebrew: 'שרה כהן־לוי',
  /** The joined emoji are several characters where a font does not support them, so they do not come first. */
  emoji: '🦊 Zoë 👩‍👩‍👧‍👦🏳️‍🌈 🇳🇵 ❤️‍🔥',
  /** Stacked marks above and below letters. */
  piled: 'Z̷̡̛͎a̴̢͝l̸͇͐g̵̨̈́o̶͕̽',
  /** 12 digits, as large as the spec's amounts allow and larger. */
  amount: '999,999,999,999.99 USD',
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  empty: '',
  brokenPicture: 'data:image/png;base64,AAAA',
} as const
