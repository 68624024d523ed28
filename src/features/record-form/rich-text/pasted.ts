/**
 * What is pasted, before the editor's schema reads it: the schema keeps only known nodes and marks, and this module makes
 * those that other programs write in their own way recognizable. Pure, but for the browser's parser, which runs nothing.
 */

/** Spaces of other widths are spaces; invisible characters are nothing. */
const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g
// oxlint-disable-next-line no-control-regex -- they are what is removed
const INVISIBLE = /[\u200b\u2060\ufeff\u00ad]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** @returns a pasted text without invisible characters */
export const cleanedText = (text: string): string => text.replace(SPACES, ' ').replace(INVISIBLE, '')

const LEVEL = /mso-list:[^;]*\blevel(\d+)/i
const NUMBER = /^\s*(?:\d+|[a-z]{1,3})[.)]/i

/** Word writes the items of lists as paragraphs with a bullet in them. */
function wordLists(root: Document): void {
  const items = [...root.querySelectorAll<HTMLElement>('p[style*="mso-list"]')].filter((item) =>
    LEVEL.test(item.getAttribute('style') ?? ''),
  )
  /** The open list of each level. */
  let open: HTMLElement[] = []
  let last: Element | null = null
  for (const item of items) {
    const level = Number(LEVEL.exec(item.getAttribute('style')!)![1])
    const bullets = [...item.querySelectorAll('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]')]
    const kind = NUMBER.test(bullets.map(({ textContent }) => textContent).join('')) ? 'ol' : 'ul'
    for (const bullet of bullets) bullet.remove()
    if (last === null || item.previousElementSibling !== last) open = []
    open = open.slice(0, level)
    if (open.length === level && open.at(-1)!.localName !== kind && level === 1) open = []
    while (open.length < level) {
      const list = root.createElement(kind)
      const around = open.at(-1)
      if (around === undefined) item.before(list)
      else (around.lastElementChild ?? around.appendChild(root.createElement('li'))).append(list)
      open.push(list)
    }
    const line = root.createElement('li')
    const paragraph = root.createElement('p')
    paragraph.append(...item.childNodes)
    line.append(paragraph)
    open.at(-1)!.append(line)
    last = open[0]!
    item.remove()
  }
}

/** @returns pasted HTML with Word's lists as lists, and without comments and invisible characters */
export function cleanedHtml(html: string): string {
  const root = new DOMParser().parseFromString(cleanedText(html.replaceAll('&nbsp;', ' ')), 'text/html')
  for (const each of root.querySelectorAll('style, script, meta, link, title, xml')) each.remove()
  const comments = root.createNodeIterator(root, NodeFilter.SHOW_COMMENT)
  for (let comment = comments.nextNode(); comment; comment = comments.nextNode()) (comment as Comment).remove()
  wordLists(root)
  return root.body.innerHTML
}

const HOST = /^(?:[\w-]+\.)+[a-z]{2,}(?:[/?#:]|$)/i
const ADDRESS = /^[^\s@/:]+@[^\s@/:]+\.[a-z]{2,}$/i
/** @returns a typed address of a link with its scheme: 'example.com' means https, 'a@example.com' an e-mail */
export function withScheme(typed: string): string {
  const href = cleanedText(typed).trim()
  if (ADDRESS.test(href)) return `mailto:${href}`
  return HOST.test(href) ? `https://${href}` : href
}
