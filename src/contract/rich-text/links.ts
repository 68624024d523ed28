/** Where links in rich text may lead. */
import { RICH_TEXT_LIMITS } from './rich-text'

export const LINK_RULE = 'A link leads to http://, https://, mailto: or a path of this site, such as /help'
/** An own path has one leading slash: browsers read `//host` and `/\host` as another host. */
const HREF = /^(?:https?:\/\/[^\s/][^\s]*|mailto:[^\s@]+@[^\s@]+|\/(?![/\\])\S*)$/i
/** Control characters, and halves of surrogate pairs, which no database stores. */
// oxlint-disable-next-line no-control-regex -- they are what is searched
export const UNPRINTABLE = /[\u0000-\u001f\u007f]|\p{Cs}/u

/** Whether a link may lead there: http, https, mailto, or a path of the site itself. */
export const isAllowedHref = (href: string): boolean =>
  href.length <= RICH_TEXT_LIMITS.href && HREF.test(href) && !UNPRINTABLE.test(href)
