"""The classes of threats that a mail can bring, numbered as in the table of threats, and the awkward mails of each.

What no single mail can bring (floods, loops with robots, faults of disks and networks, poisoned mails) has
other tests.
"""

from collections.abc import Mapping

_ROWS = {
    3: "the_same_letter_again the_same_letter_on_another_way",
    4: "no_message_id an_empty_message_id a_message_id_that_is_none an_id_that_came_before a_message_id_of_two_thousand_characters",
    5: "secrets_of_two_games secrets_of_both_seats to_and_cc everybody_is_written_to two_to_fields",
    6: "a_letter_that_was_written_before a_date_long_ago",
    8: "no_date an_absurd_date a_date_long_ago",
    9: "no_secret the_secret_in_the_text the_secret_in_an_id from_the_other_player from_a_telephone capitals folded raw_name latin_name nobody",
    10: "several group empty_group address_as_name two_angles nul colon blank_between route cyrillic no_at comment name_in_quotes"
    " comment_first encoded_name quoted_local angles no_from empty_from a_group_with_a_robot",
    11: "two_from two_from_alike two_subjects two_content_types two_to_fields",
    12: "reply_to_somebody_else from_a_telephone",
    13: "the_own_secret the_own_secret_with_breaks_in_it the_own_secret_bare an_old_secret the_secret_of_a_player_who_left"
    " the_secret_of_a_deleted_game everybody_is_written_to",
    14: "half_a_secret fifty_guesses the_referee_behind_three_hundred_recipients secrets",
    15: "an_answer_to_an_old_letter the_same_letter_on_another_way",
    16: "our_own_fields_in_a_letter a_forged_pass",
    19: "out_of_office out_of_office_to_nobody out_of_office_of_exchange out_of_office_in_german out_of_office_with_orders"
    " out_of_office_with_our_letter an_old_vacation_program a_meeting_answer a_read_receipt a_read_receipt_in_words a_calendar_that_accepts a_calendar_that_answers_with_an_order"
    " a_calendar_beside_an_order a_reaction a_reaction_in_words a_player_who_says_no_robot what_exchange_adds",
    21: "a_bounce a_bounce_as_plain_text a_bounce_from_a_mailer_daemon a_mail_server_as_sender_alone",
    22: "a_stranger_with_a_book no_secret",
    23: "a_list a_list_in_guillemets a_newsletter two_hundred_received thirty_received forwarded_by_a_server",
    24: "our_own_letter two_from_and_one_is_ours our_own_letter_without_marks from_ourselves from_our_address_with_a_secret",
    26: "two_megabytes base64_of_ten_megabytes base64_of_half_a_megabyte one_line nothing_but_one_line a_million_lines"
    " a_great_file_beside_it a_line_of_five_thousand_characters",
    27: "parts_in_parts_in_parts a_thousand_multiparts a_thousand_messages",
    28: "three_thousand_fields a_head_of_a_megabyte a_hundred_thousand_fields from_of_fifty_thousand_commas from_of_eight_thousand_commas"
    " ten_thousand_pieces_of_a_parameter five_hundred_pieces_of_a_parameter six_thousand_encoded_words five_hundred_encoded_words"
    " brackets_for_ids a_thousand_recipients",
    29: "a_thousand_parts two_hundred_thousand_parts lines_like_boundaries a_boundary_of_a_thousand_characters a_hundred_files"
    " html_of_pre html_of_breaks html_of_paragraphs",
    30: "from_with_a_thousand_comments to_with_a_thousand_open_comments a_folded_recipient",
    31: "a_zip_file winmail_dat orders_in_an_attachment a_picture_alone",
    32: "latin_1_in_quoted_printable windows_1252_with_smart_quotes windows_1252_that_says_latin_1 utf_8_without_a_word_about_it"
    " latin_1_without_a_word_about_it utf_16_with_a_mark utf_16_without_a_mark utf_7 an_unknown_charset a_charset_with_quirks escapes",
    33: "base64_text base64_without_its_end base64_that_is_none quoted_printable_soft_breaks a_byte_that_is_no_letter soft_breaks"
    " signs_of_equality words_around_the_parts parts_without_an_end parts_without_a_boundary",
    34: "line_ends_of_old_macs line_ends_of_old_macs_in_the_head_too line_ends_of_unix nul_bytes line_separators no_final_newline",
    35: "flowed flowed_with_delsp flowed_without_end flowed_quotes",
    36: "a_letter_of_another_alphabet full_width_letters blanks_that_do_not_break indented orders_in_quotation_marks capitals_and_points"
    " bullets numbered stars_for_bold ligatures accents",
    37: "controls a_name_that_runs_backwards",
    38: "html_alone html_that_never_ends html_with_a_list html_with_pictures html_of_cells html_of_entities html_of_formats html_of_signs"
    " html_too_deep html_of_attributes",
    39: "text_and_html_that_disagree an_empty_text_beside_html two_texts",
    40: "html_with_hidden_orders html_in_boxes_of_no_size html_that_is_struck_out html_of_comments html_of_cdata html_of_scripts"
    " html_of_styles html_of_open_quotes",
    41: "only_a_quote above_the_quote quotes_of_quotes quotes_with_a_name quotes_with_a_bar outlook_in_english outlook_in_german"
    " outlook_with_bold_heads samsung_mail ios ios_in_german gmail_in_both gmail_in_html_alone outlook_in_html_alone yahoo_in_html_alone"
    " apple_in_html_alone yahoo_in_text proton html_with_a_quote_in_it words_like_a_quotation orders_in_an_original faults_in_an_original"
    " quotes_without_end heads_without_end attributions_without_end wrote_wrote_wrote html_of_quotes",
    42: "between_the_quotes between_the_quotes_with_no_blank_line gmail_in_html_answered_between",
    43: "below_the_quote below_the_quote_of_outlook below_the_quote_in_html",
    44: "only_a_signature orders_in_a_signature a_signature_that_lost_its_blank a_mobile_footer outlook_for_android html_with_a_signature"
    " the_end_of_the_letter a_signature_without_a_mark signatures_without_end",
    45: "a_list_footer a_list_footer_as_a_part a_scanner_footer a_legal_footer a_legal_footer_with_words_of_ours a_banner_before_the_text"
    " a_banner_in_brackets rules_between_orders rules_without_end banners_without_end",
    46: "forwarded_below forwarded_with_orders_in_it a_letter_as_an_attachment a_letter_as_an_attachment_alone",
    47: "clearsigned signed_with_pgp signed_with_smime encrypted_with_pgp encrypted_within_the_text encrypted_with_smime",
    48: "orders_in_the_subject other_orders_in_the_subject an_encoded_subject a_broken_subject a_subject_of_an_old_letter"
    " the_secret_in_the_subject the_secret_in_an_encoded_subject marks_of_answers_in_all_tongues",
    49: "line_ends_within_a_subject line_ends_within_a_name a_message_id_with_a_field_in_it an_answer_with_a_field_in_it"
    " an_answer_with_line_ends",
    50: "an_address_like_an_option an_address_like_a_command nobody an_address_in_capitals one_of_many_recipients only_delivered_to",
    51: "ids_like_paths a_secret_like_a_path",
    52: "markup a_fake_report",
    53: "codes_of_terminals controls",
    54: "from_the_other_player an_answer_to_somebody_elses_letter a_note",
    55: "a_secret_within_an_order a_bounce_as_plain_text",
    63: "lines_like_a_record words_like_a_record",
    64: "an_order_of_five_thousand_characters orders_misread slips lists_of_cards brackets guards two_thousand_orders",
    65: "a_long_story a_novel words_without_end empty blank",
    66: "half_of_it_is_wrong an_order_within_words",
    67: "an_answer_to_an_old_letter an_answer_to_an_old_letter_that_knows_it the_secret_of_a_finished_game",
}
ROWS: Mapping[int, tuple[str, ...]] = {row: tuple(names.split()) for row, names in _ROWS.items()}
