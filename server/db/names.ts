/** Names and countries of demo people: invented combinations of names from many places, in several scripts. */

interface Region {
  country: string
  dial: string
  first: readonly string[]
  last: readonly string[]
}

export const REGIONS: readonly (readonly [Region, number])[] = [
  [
    {
      country: 'US',
      dial: '+1',
      first: ['Olivia', 'Liam', 'Emma', 'Noah', 'Ava', 'Mason', 'Harper', 'Jackson', 'Avery', 'Grace'],
      last: ['Walker', 'Hayes', 'Brooks', 'Coleman', 'Parker', 'Reed', 'Sullivan', 'Bennett', 'Foster', 'Hughes'],
    },
    24,
  ],
  [
    {
      country: 'BR',
      dial: '+55',
      first: ['João', 'Mariana', 'Thiago', 'Beatriz', 'Caio', 'Larissa', 'Felipe', 'Camila'],
      last: ['Souza', 'Araújo', 'Conceição', 'Barbosa', 'Teixeira', 'da Rocha', 'Magalhães', 'Pinheiro'],
    },
    12,
  ],
  [
    {
      country: 'DE',
      dial: '+49',
      first: ['Jonas', 'Lena', 'Felix', 'Greta', 'Jürgen', 'Käthe', 'Moritz', 'Annika'],
      last: ['Schäfer', 'Vogel', 'Krüger', 'Weiß', 'Lindemann', 'Hoffmann', 'Böhm', 'Reinhardt'],
    },
    8,
  ],
  [
    {
      country: 'PL',
      dial: '+48',
      first: ['Zofia', 'Łukasz', 'Agnieszka', 'Paweł', 'Małgorzata', 'Wojciech'],
      last: ['Wójcik', 'Kamińska', 'Szczepański', 'Dąbrowska', 'Zając', 'Król'],
    },
    6,
  ],
  [
    {
      country: 'IN',
      dial: '+91',
      first: ['Aarav', 'Priya', 'Rohan', 'Ananya', 'Vikram', 'Meera', 'Arjun', 'Kavya'],
      last: ['Sharma', 'Iyer', 'Patel', 'Chatterjee', 'Reddy', 'Nair', 'Gupta', 'Menon'],
    },
    12,
  ],
  [
    {
      country: 'VN',
      dial: '+84',
      first: ['Thị Hương', 'Minh', 'Quang', 'Thảo', 'Đức', 'Ngọc Anh'],
      last: ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Đặng', 'Bùi'],
    },
    6,
  ],
  [
    {
      country: 'JP',
      dial: '+81',
      first: ['Haruto', 'Sakura', 'Ren', 'Yui', '陽翔', '結衣'],
      last: ['Tanaka', 'Sato', 'Kobayashi', 'Nakamura', '山田', '佐藤'],
    },
    5,
  ],
  [
    {
      country: 'EG',
      dial: '+20',
      first: ['Omar', 'Layla', 'Youssef', 'Nour', 'أحمد', 'فاطمة'],
      last: ['Hassan', 'El Sayed', 'Mansour', 'Farouk', 'محمود', 'عبد الله'],
    },
    5,
  ],
  [
    {
      country: 'UA',
      dial: '+380',
      first: ['Олена', 'Andriy', 'Тарас', 'Kateryna', 'Богдан', 'Iryna'],
      last: ['Шевченко', 'Kovalenko', 'Бондаренко', 'Melnyk', 'Ткачук', 'Savchenko'],
    },
    5,
  ],
  [
    {
      country: 'NG',
      dial: '+234',
      first: ['Chidi', 'Ngozi', 'Emeka', 'Adaeze', 'Tunde', 'Folake'],
      last: ['Okafor', 'Adeyemi', 'Eze', 'Balogun', 'Nwosu', 'Abiola'],
    },
    6,
  ],
  [
    {
      country: 'ES',
      dial: '+34',
      first: ['Lucía', 'Hugo', 'Martina', 'Álvaro', 'Íñigo', 'Carmen'],
      last: ['García López', 'Muñoz', 'Ibáñez', 'Peña', 'Núñez', 'de la Fuente'],
    },
    6,
  ],
  [
    {
      country: 'TR',
      dial: '+90',
      first: ['Elif', 'Mehmet', 'Zeynep', 'Çağrı', 'Gökçe', 'İbrahim'],
      last: ['Yıldız', 'Öztürk', 'Şahin', 'Aydın', 'Çelik', 'Güneş'],
    },
    5,
  ],
]

/** Transliteration of names in other scripts: usernames and emails accept Latin letters only (spec 5). */
const LATIN: Readonly<Record<string, string>> = {
  陽翔: 'haruto',
  結衣: 'yui',
  山田: 'yamada',
  佐藤: 'sato',
  أحمد: 'ahmed',
  فاطمة: 'fatima',
  محمود: 'mahmoud',
  'عبد الله': 'abdallah',
  Олена: 'olena',
  Тарас: 'taras',
  Богдан: 'bohdan',
  Шевченко: 'shevchenko',
  Бондаренко: 'bondarenko',
  Ткачук: 'tkachuk',
}
const LETTERS: Readonly<Record<string, string>> = { ł: 'l', Ł: 'l', ß: 'ss', đ: 'd', Đ: 'd', ı: 'i', İ: 'i' }

/** @returns a name in lower-case Latin letters only */
export const latinOf = (name: string): string =>
  (LATIN[name] ?? name)
    .replace(/[łŁßđĐıİ]/g, (letter) => LETTERS[letter]!)
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
