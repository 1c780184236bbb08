"""The promises of the README and of the guide for operators, each with the tests that hold it."""

from typing import Final, NamedTuple


class Promise(NamedTuple):
    """A promise, and the tests that fail if it is broken, as ``folder/module.test`` below ``tests/``."""

    promise: str
    tests: tuple[str, ...]


PROMISES: Final = (
    Promise(
        "The rules are complete: the worked examples of the systems end as printed, also over HTTP",
        ("rules/test_examples.test_a_worked_example_ends_where_it_should_over_http",),
    ),
    Promise(
        "Every rule has an ID",
        (
            "rules/test_rule_reference.test_every_id_names_ruleset_chapter_and_number",
            "rules/test_refusal_cases.test_the_table_has_every_rule_that_the_code_refuses_by",
        ),
    ),
    Promise(
        "A Python package can add a ruleset, which is played like the others",
        (
            "plugins/test_playing.test_it_is_listed_beside_the_built_in_ones_with_its_rules_and_templates",
            "plugins/test_playing.test_a_closed_fight_is_proven_and_its_bundle_is_verified_where_the_ruleset_is_installed",
        ),
    ),
    Promise(
        "A forbidden command changes nothing, and is refused with its rule, a sentence and the commands that are legal",
        (
            "rules/test_refusal_cases.test_a_forbidden_command_is_refused_by_its_rule",
            "plugins/test_playing.test_a_refusal_names_the_rule_and_what_is_legal_instead",
        ),
    ),
    Promise(
        "The options list exactly the commands that are accepted",
        ("laws/test_options.test_a_command_is_accepted_if_and_only_if_it_is_an_option",),
    ),
    Promise(
        "A prompt waits for its owner, also across a restart, and no other player can answer it",
        ("http/encounters/reading/test_walking.test_a_prompt_waits_for_its_owner_across_a_restart",),
    ),
    Promise(
        "A throw follows from a seed whose hash was published before it",
        (
            "http/encounters/test_commitments.test_the_state_has_what_was_published_last_and_the_close_keeps_it",
            "docs/test_chance_vectors.test_the_service_tosses_what_the_text_says",
            "http/encounters/reading/test_projections.test_a_closed_fight_is_proven_by_its_bundle_alone",
        ),
    ),
    Promise(
        "Supplied coins, dice and cards are checked, and recorded as supplied",
        (
            "unit/domain/test_chance.test_faces_that_do_not_fit_are_wrong",
            "unit/events/format/test_recorded_dice.test_seeded_and_supplied_dice_of_all_epochs_are_proven",
        ),
    ),
    Promise(
        "State, story, statistics, causes and table are read at any version, as they were then",
        ("http/encounters/reading/test_past.test_everything_reads_at_a_version_as_it_read_then",),
    ),
    Promise(
        "A fight is exported as one file, which Python's standard library verifies",
        (
            "docs/verifying/test_verify_page.test_the_program_is_short_and_takes_nothing_but_the_standard_library",
            "docs/verifying/test_agreement.test_both_agree_on_sound_bundles_and_find_them_sound",
        ),
    ),
    Promise(
        "A change of a single byte of a fight is found",
        ("laws/test_laws.test_a_flip_of_every_single_byte_of_a_short_fight_is_found",),
    ),
    Promise(
        "An import restores a fight byte for byte, or stores nothing",
        (
            "http/bundles/test_import.test_under_its_own_id_it_is_there_as_it_was_byte_for_byte",
            "http/bundles/test_import_damage.test_any_damage_is_refused_and_leaves_the_store_as_it_was",
            "chaos/test_killed_imports.test_of_a_killed_import_nothing_is_seen_until_all_of_it_is",
        ),
    ),
    Promise(
        "Events of every earlier schema remain readable",
        (
            "unit/events/format/test_fixtures.test_every_schema_has_a_fixture",
            "unit/events/format/test_fixtures.test_a_fixture_is_read_as_it_was_meant",
        ),
    ),
    Promise(
        "A request beyond a limit of this page is refused with the code of its row",
        (
            "docs/pages/test_limits.test_a_command_beyond_a_limit_is_refused_with_its_code",
            "docs/pages/test_limits.test_an_opening_beyond_a_limit_is_refused_with_its_code",
            "docs/pages/test_limits.test_a_page_beyond_a_limit_is_refused_with_its_code",
            "docs/pages/test_limits.test_every_limit_with_a_code_is_tested",
        ),
    ),
    Promise(
        "A client of `/v1` continues to work with later releases",
        ("docs/test_compatibility.test_no_client_of_the_last_release_breaks",),
    ),
    Promise(
        "The commands of the documentation print what is shown beside them",
        (
            "docs/test_readme.test_the_shell_prints_what_is_shown",
            "docs/test_readme.test_python_prints_what_is_shown",
        ),
    ),
    Promise(
        "Without a secret, the service listens on this machine only",
        ("cli/test_serving.test_without_a_secret_it_keeps_to_this_machine_and_says_so",),
    ),
    Promise(
        "Callers read and command only what their token allows",
        (
            "http/access/test_matrix.test_who_is_answered",
            "http/access/secrecy/test_secrets.test_private_parts_are_read_by_their_audience_alone",
        ),
    ),
    Promise(
        "An acknowledged command survives the abrupt end of the service, of its Redis, and of both",
        (
            "chaos/test_kill.test_a_killed_service_has_kept_what_it_acknowledged",
            "chaos/test_kill.test_a_service_outlives_a_redis_that_is_killed",
        ),
    ),
    Promise(
        "A command that is sent again with its key is recorded once, through whichever process",
        ("chaos/test_two_services.test_one_key_through_both_is_one_batch",),
    ),
    Promise(
        "A watcher receives every batch once and in order, over any number of connections",
        (
            "chaos/test_watchers.test_what_many_watchers_saw_is_the_stream",
            "topologies/test_failover.test_watchers_see_every_batch_once_and_in_order_while_slots_move",
        ),
    ),
    Promise(
        "Several processes serve the same encounters, in constant memory",
        (
            "topologies/test_processes.test_four_processes_play_the_same_encounters_without_faults_in_constant_memory",
            "chaos/test_two_services.test_commands_through_both_are_all_there_once",
        ),
    ),
    Promise(
        "With `replicas`, nothing acknowledged is lost or doubled when a primary dies or hands over, or slots move",
        (
            "topologies/test_failover.test_a_primary_that_sentinels_watch_may_die",
            "topologies/test_failover.test_a_primary_behind_a_proxy_may_die",
            "topologies/test_failover.test_slots_may_move_and_primaries_may_die",
            "topologies/test_cluster.test_replicas_may_take_over_while_clients_play",
        ),
    ),
    Promise(
        "A store grows from the embedded Redis to a server and to a cluster without losing anything",
        ("topologies/test_growing.test_a_store_grows_from_embedded_to_its_own_server_to_a_cluster",),
    ),
    Promise(
        "`/readyz` answers 503 while no command can be recorded, and requests do not hang with Redis",
        (
            "topologies/test_readiness.test_a_server_that_is_full_is_not_ready",
            "topologies/test_readiness.test_a_replica_is_not_ready",
            "topologies/test_cluster.test_a_primary_without_a_replica_is_not_ready_after_a_planned_failover",
            "topologies/test_readiness.test_a_server_that_loads_its_files_is_not_ready",
            "topologies/test_readiness.test_a_server_whose_disk_is_slow_is_not_ready",
            "topologies/test_readiness.test_no_request_waits_long_for_a_server_that_hangs",
        ),
    ),
    Promise(
        "Requests that wait for one another do not add up the time of a Redis that hangs",
        (
            "topologies/test_deadlines.test_readers_of_one_thing_are_answered_together",
            "topologies/test_deadlines.test_appends_behind_a_group_that_hangs_are_answered_with_it",
        ),
    ),
    Promise(
        "Connections are bounded, in all and of one address, and so is the time for heads and bodies",
        (
            "http/input/test_connection_limits.test_there_is_a_limit_of_all_connections_that_are_used",
            "http/input/test_connection_limits.test_an_address_has_a_limit_of_connections",
            "http/input/test_connection_limits.test_one_address_leaves_half_of_the_places_to_others",
            "http/input/test_connection_limits.test_a_body_that_does_not_arrive_in_time_is_answered_and_closed",
            "http/access/live/test_handshakes.test_a_handshake_that_is_never_whole_is_ended",
        ),
    ),
    Promise(
        "The embedded Redis recovers by itself after a crash, a full disk and a lost socket",
        (
            "chaos/test_restart.test_commands_go_on_where_redis_alone_is_killed",
            "topologies/test_readiness.test_a_full_disk_is_survived_and_its_reason_is_logged",
            "topologies/test_readiness.test_a_server_whose_socket_has_vanished_is_restarted",
        ),
    ),
    Promise(
        "An encounter that lost events is refused, and the loss is reported to its watchers",
        ("chaos/test_history_lost.test_who_watches_a_store_that_went_back_in_time_is_told",),
    ),
    Promise(
        "A start with a wrong address says in one line what to change",
        (
            "topologies/test_addresses.test_a_password_that_is_refused_is_named_and_not_shown",
            "topologies/test_addresses.test_tls_that_is_asked_of_a_plain_port_is_guessed",
            "topologies/test_addresses.test_a_cluster_with_slots_missing_is_refused",
            "topologies/test_addresses.test_a_name_that_sentinels_do_not_know_is_refused_with_those_that_they_know",
            "topologies/test_addresses.test_a_sentinel_in_place_of_a_server_is_recognized",
            "topologies/test_addresses.test_a_replica_as_the_only_address_is_refused",
            "topologies/test_addresses.test_too_few_replicas_are_missed_at_the_start",
        ),
    ),
)


def promises_table(root: str) -> list[str]:
    """Return the lines of the table; ``root`` is the relative path from its page to the root of the repository."""
    rows = (f"| {promise} | {', '.join(_link(test, root) for test in tests)} |" for promise, tests in PROMISES)
    return ["| promise | held by |", "| --- | --- |", *rows]


def _link(test: str, root: str) -> str:
    module, _, function = test.rpartition(".")
    return f"[`{function}`]({root}tests/{module}.py)"
