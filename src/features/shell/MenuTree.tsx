import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { Tooltip } from '@design-system/primitives/Tooltip/Tooltip'
import { isActive, type MenuSection } from '@resources/menu'
import { MenuEntries, STAYS_OPEN } from './MenuEntries'
import type { OpenTitles } from './menu-state'
import { Chevron, Grow, Heading, Part } from './menu.styles'

interface SectionProps {
  section: MenuSection
  path: string
  open: OpenTitles | null
  onToggle: (title: string) => void
}

function HeadedSection({ section, path, open, onToggle }: SectionProps) {
  const id = useId()
  const [asked, setAsked] = useState(false)
  if (!open) {
    return (
      <Part>
        <Heading as="div">{section.title}</Heading>
        <MenuEntries items={section.items} path={path} open={null} onToggle={onToggle} />
      </Part>
    )
  }
  const fixed = section.items.some((item) => isActive(item, path))
  const shown = fixed || open.has(section.title)
  const toggle = () => {
    if (fixed) return
    setAsked(true)
    onToggle(section.title)
  }
  return (
    <Part>
      <Tooltip text={fixed ? STAYS_OPEN : undefined} side="top">
        <Heading
          type="button"
          data-section={section.title}
          aria-expanded={shown}
          aria-controls={shown ? id : undefined}
          aria-disabled={fixed || undefined}
          onClick={toggle}
        >
          <Grow>{section.title}</Grow>
          <Chevron>
            <Icon icon={ChevronRight} size="pill" />
          </Chevron>
        </Heading>
      </Tooltip>
      {shown && (
        <MenuEntries id={id} appears={asked} items={section.items} path={path} open={open} onToggle={onToggle} />
      )}
    </Part>
  )
}

interface Props {
  sections: readonly MenuSection[]
  /** Path of the open page. */
  path: string
  /** Sections and groups that are expanded; null: all are, and none can be collapsed. */
  open: OpenTitles | null
  /** Expands or collapses a section or a group. */
  onToggle: (title: string) => void
}

/**
 * The whole tree: sections with headings that expand and collapse; the section of the current page is always expanded
 * (look.md, Shell).
 */
export function MenuTree({ sections, path, open, onToggle }: Props) {
  return (
    <ul>
      {sections.map((section) => (
        <HeadedSection key={section.title} section={section} path={path} open={open} onToggle={onToggle} />
      ))}
    </ul>
  )
}
