/**
 * Layout checks for `play`, in place of a designer's look at extreme input: nothing extends beyond the page sideways,
 * no text is cut off without another way to read it, and nothing overlaps. Each throws an error with the texts that it
 * found.
 */

/** Pixels of tolerance for rounding and the overhang of letters. */
const TOLERANCE = 1.5

interface Piece {
  element: Element
  /** Position in the window. */
  rect: DOMRect
  /** Text for the error message. */
  words: string
  isText: boolean
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)
const describeBox = (element: Element) =>
  `<${element.tagName.toLowerCase()}${element.className && typeof element.className === 'string' ? `.${element.className.split(' ').at(-1)}` : ''}>`

/** Texts for screen readers only, and invisible elements. */
function isUnseen(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return true
  for (let box: Element | null = element; box; box = box.parentElement) {
    if (getComputedStyle(box).clipPath === 'inset(50%)') return true
  }
  return false
}

/** The visible lines of text, controls and pictures under a root. */
function piecesOf(root: Element): Piece[] {
  const pieces: Piece[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      if (!node.matches('input, select, textarea, img, svg') || node.parentElement?.closest('svg') || isUnseen(node))
        continue
      const rect = node.getBoundingClientRect()
      if (rect.width > 0 && rect.height > 0)
        pieces.push({ element: node, rect, words: describeBox(node), isText: false })
      continue
    }
    const parent = node.parentElement
    const words = node.nodeValue?.trim()
    if (!parent || !words || parent.closest('script, style, svg, textarea, option') || isUnseen(parent)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      if (rect.width > 0 && rect.height > 0)
        pieces.push({ element: parent, rect, words: `“${shortened(words)}” in ${describeBox(parent)}`, isText: true })
    }
  }
  return pieces
}

const outside = (inner: DOMRect, outer: DOMRect, axis: 'x' | 'y') =>
  axis === 'x'
    ? inner.left < outer.left - TOLERANCE || inner.right > outer.right + TOLERANCE
    : inner.top < outer.top - TOLERANCE || inner.bottom > outer.bottom + TOLERANCE

/** Whether the full text of a truncated element can be read elsewhere: in the browser's tooltip or in one of ours. */
function canBeReadElsewhere(element: Element): boolean {
  const text = element.textContent?.trim() ?? ''
  const holder = element.closest('[title]')
  if (holder && (holder.getAttribute('title') ?? '').includes(text)) return true
  const described = element.closest('[aria-describedby]')?.getAttribute('aria-describedby')?.split(' ') ?? []
  return described.some((id) => document.getElementById(id)?.textContent?.includes(text))
}

const isPainted = ({ backgroundColor, borderLeftWidth, borderLeftStyle }: CSSStyleDeclaration) =>
  !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor) ||
  (borderLeftStyle !== 'none' && parseFloat(borderLeftWidth) > 0)

/** Describes how a piece extends beyond a box that clips it, or one with a visible edge; undefined if it does not. */
function faultOf({ element, rect, words, isText }: Piece): string | undefined {
  let scrollsX = false
  let scrollsY = false
  for (let box: Element | null = element; box && box !== document.documentElement; box = box.parentElement) {
    const style = getComputedStyle(box)
    if (style.display === 'inline' || style.display === 'contents') continue
    const frame = box.getBoundingClientRect()
    for (const axis of ['x', 'y'] as const) {
      const overflow = axis === 'x' ? style.overflowX : style.overflowY
      const scrolls = axis === 'x' ? scrollsX : scrollsY
      if (scrolls || !outside(rect, frame, axis)) continue
      if (overflow === 'auto' || overflow === 'scroll') {
        if (axis === 'x') scrollsX = true
        else scrollsY = true
      } else if (overflow !== 'visible') {
        if (!canBeReadElsewhere(element)) return `${words} is cut by ${describeBox(box)}, and can be read nowhere else`
      } else if (isText && axis === 'x' && box !== document.body && isPainted(style)) {
        return `${words} leaves its box ${describeBox(box)}`
      }
    }
    if (style.position === 'fixed') {
      const window_ = new DOMRect(0, 0, document.documentElement.clientWidth, window.innerHeight)
      if ((!scrollsX && outside(rect, window_, 'x')) || (!scrollsY && outside(rect, window_, 'y')))
        return `${words} lies outside of the window, where nothing scrolls`
      return undefined
    }
  }
  return !scrollsX && rect.left < -TOLERANCE ? `${words} begins left of the page` : undefined
}

const failWith = (title: string, faults: readonly string[]) => {
  if (faults.length > 0) throw new Error(`${title}:\n${[...new Set(faults)].slice(0, 8).join('\n')}`)
}

/** The page is not wider than the window: at 320 px nobody must scroll sideways to read (WCAG 1.4.10). */
export function expectNoSidewaysScroll(): void {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth + TOLERANCE) return
  const boxes = [...document.body.querySelectorAll('*')].map((element) => ({
    element,
    rect: element.getBoundingClientRect(),
    words: describeBox(element),
  }))
  const beyond = [...boxes, ...piecesOf(document.body)].filter((piece) => seenOf(piece).right > clientWidth + TOLERANCE)
  throw new Error(
    `The page is ${scrollWidth} px wide in a window of ${clientWidth} px: ${beyond
      .slice(-4)
      .map(({ words }) => words)
      .join(', ')}`,
  )
}

/**
 * All texts and pictures are complete: not clipped, not extending beyond a box with a visible edge, not outside the
 * window. Scrollable content may be longer, and so may a text that is complete in a tooltip.
 * @param root the element to check; default: the whole page, including overlays
 */
export function expectNothingCut(root: Element = document.body): void {
  failWith(
    'Something is cut',
    piecesOf(root).flatMap((piece) => faultOf(piece) ?? []),
  )
}

/** The visible part of a piece after its containers have clipped or scrolled it. */
function seenOf({ element, rect }: Pick<Piece, 'element' | 'rect'>): DOMRect {
  let { left, top, right, bottom } = rect
  for (let box: Element | null = element; box; box = box.parentElement) {
    const style = getComputedStyle(box)
    if (style.overflowX === 'visible' || style.display === 'inline') continue
    const frame = box.getBoundingClientRect()
    left = Math.max(left, frame.left)
    right = Math.min(right, frame.right)
    top = Math.max(top, frame.top)
    bottom = Math.min(bottom, frame.bottom)
  }
  return right > left && bottom > top ? new DOMRect(left, top, right - left, bottom - top) : new DOMRect()
}

/** The nearest container that forms a layer of its own: badges, dots and overlays cover other elements on purpose. */
function layerOf(element: Element): Element | null {
  for (let box: Element | null = element; box; box = box.parentElement) {
    if (/^(absolute|fixed|sticky)$/.test(getComputedStyle(box).position)) return box
  }
  return null
}

/**
 * No text overlaps another text, control or picture of the same layer.
 * @param root the element to check; default: the whole page
 */
export function expectNoOverlap(root: Element = document.body): void {
  const pieces = piecesOf(root).map((piece) => ({ ...piece, rect: seenOf(piece), layer: layerOf(piece.element) }))
  const faults: string[] = []
  pieces.forEach((one, at) => {
    for (const other of pieces.slice(at + 1)) {
      if (!(one.isText || other.isText) || one.layer !== other.layer) continue
      // A line that ends in an ellipsis is reported twice.
      if (one.element === other.element && one.words === other.words && one.rect.top === other.rect.top) continue
      if (
        one.element !== other.element &&
        (one.element.contains(other.element) || other.element.contains(one.element)) &&
        !(one.isText && other.isText)
      )
        continue
      const width = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
      const height = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
      if (width > TOLERANCE && height > TOLERANCE * 2)
        faults.push(
          `${one.words} and ${other.words} lie on each other, by ${Math.round(width)} × ${Math.round(height)} px at ${Math.round(one.rect.left)}, ${Math.round(one.rect.top)} and ${Math.round(other.rect.left)}, ${Math.round(other.rect.top)}`,
        )
    }
  })
  failWith('Something overlaps', faults)
}

/** All three checks. @param root the element to check; default: the whole page */
export function expectReadable(root: Element = document.body): void {
  expectNoSidewaysScroll()
  expectNothingCut(root)
  expectNoOverlap(root)
}
