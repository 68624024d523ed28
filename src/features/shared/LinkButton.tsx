/** A link that looks like the primary button of a page. As a link it can be opened in a new tab. */
import { Link } from './Link'
import { Box } from '@design-system/primitives/Button/Button.styles'

export interface LinkButtonProps {
  /** Path within the console. */
  to: string
  children: string
}

export const LinkButton = ({ to, children }: LinkButtonProps) => (
  <Box as={Link} to={to} data-variant="primary" data-size="default">
    {children}
  </Box>
)
