// The pages of the documentation work without this script. It adds results below the search field, copy buttons, the choice of light or dark,
// and the mark of the heading that is read.
{
  const themeKey = 'vitrine-theme';
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const typingDelayMs = 80;

  const readTheme = () => {
    const stored = localStorage.getItem(themeKey);
    return stored === 'light' || stored === 'dark' ? stored : dark.matches ? 'dark' : 'light';
  };
  // Before the page is drawn. The console has the same choice.
  document.documentElement.dataset.theme = readTheme();

  addEventListener('DOMContentLoaded', () => {
    offerThemes(document.querySelector('.theme'));
    startSearch(document.querySelector('.search'));
    for (const block of document.querySelectorAll('.code')) addCopyButton(block);
    limitTabStops();
    followHeadings([...document.querySelectorAll('nav.contents li a')]);
    showPlace(document.querySelector('.navigation'));
    for (const menu of document.querySelectorAll('nav[popover]'))
      menu.addEventListener('click', ({ target }) => target.closest('a') && menu.hidePopover());
  });

  /** Scrolls the navigation to the page, and nothing else. */
  const showPlace = (navigation) => {
    const link = navigation.querySelector('[aria-current]');
    if (link !== null) navigation.scrollTop = link.offsetTop - navigation.clientHeight / 2;
  };

  const offerThemes = (button) => {
    const show = (theme) => {
      document.documentElement.dataset.theme = theme;
      button.textContent = theme === 'dark' ? 'Light' : 'Dark';
      button.setAttribute('aria-label', theme === 'dark' ? 'Use light colours' : 'Use dark colours');
    };
    button.hidden = false;
    button.addEventListener('click', () => {
      const theme = readTheme() === 'dark' ? 'light' : 'dark';
      // Choosing the theme of the system resumes following the system.
      if ((theme === 'dark') === dark.matches) localStorage.removeItem(themeKey);
      else localStorage.setItem(themeKey, theme);
      show(theme);
    });
    dark.addEventListener('change', () => show(readTheme()));
    show(readTheme());
  };

  /** A combobox with the pages that a search finds. Without a selected page, Enter sends the form. */
  const startSearch = (form) => {
    const field = form.querySelector('input');
    const list = document.createElement('ul');
    list.className = 'options';
    list.id = 'options';
    list.hidden = true;
    list.setAttribute('role', 'listbox');
    list.setAttribute('aria-label', 'Pages');
    // The number of pages, for screen readers; for everyone that there is none.
    const status = document.createElement('p');
    status.setAttribute('role', 'status');
    form.append(list, status);
    for (const [name, value] of Object.entries({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': 'options',
      'aria-expanded': 'false',
    }))
      field.setAttribute(name, value);

    let found = [];
    let selected = -1;
    let asked = new AbortController();
    let timer = 0;

    const close = () => {
      list.hidden = true;
      status.textContent = '';
      field.setAttribute('aria-expanded', 'false');
      select(-1);
    };
    const select = (index) => {
      selected = index;
      for (const [no, option] of [...list.children].entries()) {
        option.setAttribute('aria-selected', String(no === index));
        if (no === index) option.scrollIntoView({ block: 'nearest' });
      }
      if (index < 0) field.removeAttribute('aria-activedescendant');
      else field.setAttribute('aria-activedescendant', `option-${index}`);
    };
    const open = (items) => {
      found = items;
      list.replaceChildren(...items.map(createOption));
      list.hidden = items.length === 0;
      status.className = items.length === 0 ? 'none' : '';
      status.textContent =
        items.length === 0
          ? 'No page has these words.'
          : `${items.length} page${items.length === 1 ? '' : 's'}`;
      field.setAttribute('aria-expanded', String(items.length > 0));
      select(-1);
    };
    const ask = async () => {
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      const query = field.value.trim();
      if (query === '') return close();
      try {
        const reply = await fetch(`${form.action}.json?q=${encodeURIComponent(query)}`, { signal });
        if (reply.ok) open((await reply.json()).items);
      } catch {
        // The form still works.
        if (!signal.aborted) close();
      }
    };

    field.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(ask, typingDelayMs);
    });
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !list.hidden) close();
      else if (event.key === 'Escape') field.blur();
      else if (event.key === 'Enter' && selected >= 0) location.assign(found[selected].href);
      else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && list.hidden) void ask();
      else if (event.key === 'ArrowDown') select(selected + 1 < found.length ? selected + 1 : -1);
      else if (event.key === 'ArrowUp') select(selected < 0 ? found.length - 1 : selected - 1);
      else return;
      event.preventDefault();
    });
    list.addEventListener('mousedown', (event) => event.preventDefault());
    list.addEventListener('click', ({ target }) => {
      const index = [...list.children].indexOf(target.closest('[role=option]'));
      if (index >= 0) location.assign(found[index].href);
    });
    field.addEventListener('blur', close);
    // A page of the same document: only the fragment changes.
    addEventListener('hashchange', close);
    document.addEventListener('keydown', (event) => {
      const isTyping = /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
      const isShortcut = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping;
      const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isShortcut && !isPalette) return;
      event.preventDefault();
      field.focus();
      field.select();
    });
  };

  const createOption = ({ title, heading, excerpt }, index) => {
    const option = document.createElement('li');
    option.id = `option-${index}`;
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
    const name = document.createElement('b');
    name.textContent = title;
    option.append(name);
    if (heading !== null) {
      const section = document.createElement('span');
      section.textContent = heading;
      option.append(' ', section);
    }
    const text = document.createElement('small');
    // The service has escaped it, but for the marks.
    text.innerHTML = excerpt;
    option.append(text);
    return option;
  };

  const addCopyButton = (block) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    const tell = (text) => {
      button.textContent = text;
      setTimeout(() => (button.textContent = 'Copy'), 1_500);
    };
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(block.querySelector('pre').textContent).then(
        () => tell('Copied'),
        () => tell('Not copied'),
      );
    });
    // Only pages over https, or of this machine, may write to the clipboard.
    if (navigator.clipboard !== undefined) block.append(button);
  };

  /** Only what scrolls is a stop of the keyboard. */
  const limitTabStops = () => {
    const observer = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
        else target.removeAttribute('tabindex');
      }
    });
    for (const region of document.querySelectorAll('.table, pre')) observer.observe(region);
  };

  const followHeadings = (links) => {
    const byHeading = new Map(
      links.map((link) => [document.getElementById(decodeURIComponent(link.hash.slice(1))), link]),
    );
    const headings = [...byHeading.keys()].filter((heading) => heading !== null);
    if (headings.length === 0) return;
    let isWaiting = false;
    const mark = () => {
      isWaiting = false;
      const last = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 4);
      for (const [heading, link] of byHeading) {
        if (heading === last) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    };
    addEventListener(
      'scroll',
      () => {
        if (!isWaiting) requestAnimationFrame(mark);
        isWaiting = true;
      },
      { passive: true },
    );
    mark();
  };
}
