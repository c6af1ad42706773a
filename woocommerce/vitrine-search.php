<?php
/**
 * Plugin Name: Vitrine Search
 * Description: Search, photo search and recommendations by your own Vitrine service, by one script tag.
 * Version: 0.2.0
 * Requires at least: 6.0
 * Requires PHP: 7.4
 * License: Apache-2.0
 * Text Domain: vitrine-search
 */

declare(strict_types=1);

namespace Vitrine\Search;

if (!defined('ABSPATH')) {
    exit();
}

const OPTION = 'vitrine_search';
const PAGE = 'vitrine-search';

add_action('wp_head', __NAMESPACE__ . '\print_tag', 1);
add_action('admin_menu', __NAMESPACE__ . '\add_settings_page');
add_action('admin_init', __NAMESPACE__ . '\register_settings');

/** The stored settings; each is empty until it is set. */
function read_settings(): array
{
    $stored = get_option(OPTION, []);
    $known = ['url' => '', 'project' => '', 'key' => ''];
    return array_merge($known, array_intersect_key(is_array($stored) ? $stored : [], $known));
}

/** Prints the tag, and on a product page the id of the product. Prints nothing until all settings are set. */
function print_tag(): void
{
    $settings = read_settings();
    if (in_array('', $settings, true)) {
        return;
    }
    if (function_exists('is_product') && is_product()) {
        printf(
            '<meta property="product:retailer_item_id" content="%s" />' . "\n",
            esc_attr((string) get_queried_object_id()),
        );
    }
    $attributes = [
        'src' => esc_url($settings['url'] . '/shop.js'),
        'async' => true,
        'data-project' => $settings['project'],
        'data-key' => $settings['key'],
    ];
    if (function_exists('get_woocommerce_currency')) {
        $attributes['data-currency'] = get_woocommerce_currency();
    }
    wp_print_script_tag($attributes);
}

function add_settings_page(): void
{
    add_options_page(
        'Vitrine Search',
        'Vitrine Search',
        'manage_options',
        PAGE,
        __NAMESPACE__ . '\print_settings_page',
    );
}

function register_settings(): void
{
    register_setting(PAGE, OPTION, [
        'type' => 'array',
        'sanitize_callback' => __NAMESPACE__ . '\sanitize_settings',
        'default' => [],
    ]);
    add_settings_section(PAGE, '', '__return_null', PAGE);
    $fields = [
        'url' => [__('Address of the service', 'vitrine-search'), 'https://search.shop.example'],
        'project' => [__('Project', 'vitrine-search'), 'shop'],
        'key' => [__('Web key', 'vitrine-search'), 'vtr_…'],
    ];
    foreach ($fields as $name => [$label, $example]) {
        add_settings_field($name, esc_html($label), __NAMESPACE__ . '\print_field', PAGE, PAGE, [
            'label_for' => OPTION . '_' . $name,
            'name' => $name,
            'example' => $example,
        ]);
    }
}

function print_field(array $field): void
{
    printf(
        '<input class="regular-text" id="%s" name="%s[%s]" value="%s" placeholder="%s" autocomplete="off" />',
        esc_attr($field['label_for']),
        esc_attr(OPTION),
        esc_attr($field['name']),
        esc_attr(read_settings()[$field['name']]),
        esc_attr($field['example']),
    );
}

function print_settings_page(): void
{
    if (!current_user_can('manage_options')) {
        return;
    }
    echo '<div class="wrap"><h1>Vitrine Search</h1>';
    echo '<p>' .
        esc_html__(
            'The three values are in the console of your service under “On your site”. Leave them empty to take search and lists off the shop.',
            'vitrine-search',
        ) .
        '</p>';
    echo '<form action="options.php" method="post">';
    settings_fields(PAGE);
    do_settings_sections(PAGE);
    submit_button();
    echo '</form></div>';
}

/** The settings to store. A value that cannot be right is refused with a message, and the stored one stays. */
function sanitize_settings($sent): array
{
    $stored = read_settings();
    $sent = is_array($sent) ? $sent : [];
    $patterns = [
        'url' => ['~^https://[^\s/?#"\'<>]+$~i', __('The address begins with https:// and has no path.', 'vitrine-search')],
        'project' => ['~^[a-z0-9][a-z0-9_-]*$~', __('A project has lower-case letters, digits, - and _.', 'vitrine-search')],
        'key' => ['~^vtr_[\w-]+$~', __('A web key begins with vtr_.', 'vitrine-search')],
    ];
    foreach ($patterns as $name => [$pattern, $message]) {
        $value = isset($sent[$name]) && is_string($sent[$name]) ? rtrim(trim($sent[$name]), '/') : $stored[$name];
        if ($value === '' || preg_match($pattern, $value) === 1) {
            $stored[$name] = $value;
        } else {
            add_settings_error(OPTION, $name, $message);
        }
    }
    return $stored;
}
