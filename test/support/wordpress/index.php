<?php
// What the plugin calls of WordPress and WooCommerce, with the page of a product around it. `php -S` serves it.
declare(strict_types=1);
define('ABSPATH', __DIR__);

$state = json_decode((string) getenv('WORDPRESS_STATE'), true);
$hooks = [];
$errors = [];

function add_action(string $name, callable $action, int $priority = 10): void
{
    $GLOBALS['hooks'][$name][$priority][] = $action;
}
function do_action(string $name): void
{
    $hooks = $GLOBALS['hooks'][$name] ?? [];
    ksort($hooks);
    foreach ($hooks as $actions) {
        foreach ($actions as $action) {
            $action();
        }
    }
}
function get_option(string $name, $default = false)
{
    return $GLOBALS['state']['options'][$name] ?? $default;
}
function esc_attr(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}
function esc_html(string $text): string
{
    return htmlspecialchars($text, ENT_QUOTES);
}
function esc_url(string $url): string
{
    return preg_match('~^https?://~i', $url) === 1 ? $url : '';
}
function __(string $text): string
{
    return $text;
}
function esc_html__(string $text): string
{
    return esc_html($text);
}
function wp_print_script_tag(array $attributes): void
{
    $texts = [];
    foreach ($attributes as $name => $value) {
        $texts[] = $value === true ? $name : $name . '="' . esc_attr((string) $value) . '"';
    }
    echo '<script ' . implode(' ', $texts) . "></script>\n";
}
function is_product(): bool
{
    return isset($GLOBALS['state']['product']);
}
function get_queried_object_id(): int
{
    return $GLOBALS['state']['product'];
}
function get_woocommerce_currency(): string
{
    return 'EUR';
}
function current_user_can(): bool
{
    return true;
}
function add_options_page(...$page): void
{
    $GLOBALS['page'] = $page;
}
function register_setting(string $group, string $name, array $options): void
{
    $GLOBALS['sanitize'] = $options['sanitize_callback'];
}
function add_settings_section(): void {}
function add_settings_field(string $id, string $title, callable $print, string $page, string $section, array $field): void
{
    $GLOBALS['fields'][] = [$title, $print, $field];
}
function settings_fields(): void {}
function do_settings_sections(): void
{
    foreach ($GLOBALS['fields'] as [$title, $print, $field]) {
        echo '<label for="' . esc_attr($field['label_for']) . '">' . $title . '</label>';
        $print($field);
    }
}
function submit_button(): void
{
    echo '<button>Save</button>';
}
function add_settings_error(string $setting, string $code, string $message): void
{
    $GLOBALS['errors'][$code] = $message;
}

require getenv('WORDPRESS_PLUGIN');

if ($_SERVER['REQUEST_URI'] === '/settings') {
    do_action('admin_init');
    header('content-type: application/json');
    $stored = $GLOBALS['sanitize'](json_decode((string) file_get_contents('php://input'), true));
    echo json_encode(['stored' => $stored, 'errors' => $errors]);
} elseif ($_SERVER['REQUEST_URI'] === '/admin') {
    do_action('admin_menu');
    do_action('admin_init');
    ($GLOBALS['page'][4])();
} else {
    echo "<!doctype html><html lang=\"en\"><head>\n";
    do_action('wp_head');
    echo '</head><body></body></html>';
}
