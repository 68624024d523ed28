import { createElement, type ComponentPropsWithRef } from 'react'

/** The shapes of an icon, which the build keeps of its file (build/leave-out.ts), on a grid of 24 × 24. */
interface IconParts {
  node: readonly [tag: string, attributes: Readonly<Record<string, string>>][]
}

interface DrawnIconProps extends ComponentPropsWithRef<'svg'> {
  size?: number
}

/**
 * Replaces lucide-react's createLucideIcon in the built console.
 * @returns the component of an icon, with the same appearance
 */
const drawIcon =
  ({ node }: IconParts) =>
  ({ size = 24, ...rest }: DrawnIconProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    )

export default drawIcon
