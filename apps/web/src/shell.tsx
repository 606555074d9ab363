import { Link, Outlet } from '@tanstack/react-router';
import { LinkNotice } from './link-notice.js';
import { Outage } from './outage.js';
import { Search } from './search.js';
import css from './shell.module.css';
import { chooseTheme, useTheme } from './theme.js';

/** Frame of every page. */
export function Shell() {
  return (
    <>
      <a className={css['skip']} href="#main">
        Skip to the content
      </a>
      <header className={css['header']}>
        <div className={css['bar']}>
          <Link to="/" className={css['name']}>
            <svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true">
              <path
                d="M5 23h5V12h6v6h5V8h7"
                fill="none"
                stroke="currentColor"
                strokeWidth="2.6"
                strokeLinejoin="round"
                strokeLinecap="round"
              />
              <circle cx="16" cy="12" r="3.6" fill="var(--you)" />
            </svg>
            Tickscope
          </Link>
          <Search />
          <nav className={css['nav']} aria-label="Pages">
            <Link to="/" activeOptions={{ exact: true }}>
              Live
            </Link>
            <Link to="/account">Accounts</Link>
            <Link to="/validators">Validators</Link>
            <Link to="/compare">Compare</Link>
            <Link to="/status">Status</Link>
            <Link to="/settings">Settings</Link>
          </nav>
          <ThemeButton />
        </div>
      </header>
      <main id="main" className={css['main']} tabIndex={-1}>
        <LinkNotice />
        <Outlet />
      </main>
      <Outage />
    </>
  );
}

function ThemeButton() {
  const theme = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className={css['theme']}
      aria-label={`Use the ${other} theme`}
      onClick={() => chooseTheme(other)}
    >
      ◐
    </button>
  );
}
