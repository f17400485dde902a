"""A code for each table's report page, and the mark by which a report sent twice is known.

Tables that exist already get no code: it is added without a default first, since a default would be the same for all.
"""

import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models

import tournaments.models.table


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0002_review_until"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name="table",
            name="insert_insert",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="table",
            name="update_update",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="tableresult",
            name="insert_insert",
        ),
        pgtrigger.migrations.RemoveTrigger(
            model_name="tableresult",
            name="update_update",
        ),
        migrations.AddField(
            model_name="table",
            name="report_code",
            field=models.CharField(
                editable=False,
                help_text="Opens the table's report page without an account. Renewed to revoke it.",
                max_length=12,
                null=True,
                unique=True,
                verbose_name="code of the report page",
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="report_code",
            field=models.CharField(
                default=tournaments.models.table.new_report_code,
                editable=False,
                help_text="Opens the table's report page without an account. Renewed to revoke it.",
                max_length=12,
                null=True,
                unique=True,
                verbose_name="code of the report page",
            ),
        ),
        migrations.AddField(
            model_name="tableevent",
            name="report_code",
            field=models.CharField(
                default=tournaments.models.table.new_report_code,
                editable=False,
                help_text="Opens the table's report page without an account. Renewed to revoke it.",
                max_length=12,
                null=True,
                verbose_name="code of the report page",
            ),
        ),
        migrations.AddField(
            model_name="tableresult",
            name="key",
            field=models.CharField(
                blank=True,
                help_text="The sender's own mark: sent twice, kept once.",
                max_length=64,
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="tableresultevent",
            name="key",
            field=models.CharField(
                blank=True,
                help_text="The sender's own mark: sent twice, kept once.",
                max_length=64,
                null=True,
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="table",
            trigger=pgtrigger.compiler.Trigger(
                name="insert_insert",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func='INSERT INTO "tournaments_tableevent" ("closes_at", "decided_at", "id", "mode", "number", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "public_id", "report_code", "round_id", "status") VALUES (NEW."closes_at", NEW."decided_at", NEW."id", NEW."mode", NEW."number", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."public_id", NEW."report_code", NEW."round_id", NEW."status"); RETURN NULL;',
                    hash="15b9a05726f86c4fffb58f179fa828472b5cdf2d",
                    operation="INSERT",
                    pgid="pgtrigger_insert_insert_8004c",
                    table="tournaments_table",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="table",
            trigger=pgtrigger.compiler.Trigger(
                name="update_update",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition="WHEN (OLD.* IS DISTINCT FROM NEW.*)",
                    func='INSERT INTO "tournaments_tableevent" ("closes_at", "decided_at", "id", "mode", "number", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "public_id", "report_code", "round_id", "status") VALUES (NEW."closes_at", NEW."decided_at", NEW."id", NEW."mode", NEW."number", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."public_id", NEW."report_code", NEW."round_id", NEW."status"); RETURN NULL;',
                    hash="555054dfd19086be325fc4650cd28cfac750a045",
                    operation="UPDATE",
                    pgid="pgtrigger_update_update_81f7a",
                    table="tournaments_table",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="tableresult",
            trigger=pgtrigger.compiler.Trigger(
                name="insert_insert",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func='INSERT INTO "tournaments_tableresultevent" ("confirmed_at", "confirmed_by_id", "confirmed_seat", "created_at", "deals_json", "entered_by_id", "entered_seat", "id", "key", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "reason", "source", "status", "table_id", "version") VALUES (NEW."confirmed_at", NEW."confirmed_by_id", NEW."confirmed_seat", NEW."created_at", NEW."deals_json", NEW."entered_by_id", NEW."entered_seat", NEW."id", NEW."key", _pgh_attach_context(), NOW(), \'insert\', NEW."id", NEW."reason", NEW."source", NEW."status", NEW."table_id", NEW."version"); RETURN NULL;',
                    hash="82838d6d55b76cfc24d01659a55ae0906e7f5d3b",
                    operation="INSERT",
                    pgid="pgtrigger_insert_insert_10e54",
                    table="tournaments_tableresult",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="tableresult",
            trigger=pgtrigger.compiler.Trigger(
                name="update_update",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    condition="WHEN (OLD.* IS DISTINCT FROM NEW.*)",
                    func='INSERT INTO "tournaments_tableresultevent" ("confirmed_at", "confirmed_by_id", "confirmed_seat", "created_at", "deals_json", "entered_by_id", "entered_seat", "id", "key", "pgh_context_id", "pgh_created_at", "pgh_label", "pgh_obj_id", "reason", "source", "status", "table_id", "version") VALUES (NEW."confirmed_at", NEW."confirmed_by_id", NEW."confirmed_seat", NEW."created_at", NEW."deals_json", NEW."entered_by_id", NEW."entered_seat", NEW."id", NEW."key", _pgh_attach_context(), NOW(), \'update\', NEW."id", NEW."reason", NEW."source", NEW."status", NEW."table_id", NEW."version"); RETURN NULL;',
                    hash="96fbb5a4bb426b28fc8a2dc3f20b2bf6e0c8c90a",
                    operation="UPDATE",
                    pgid="pgtrigger_update_update_bb91a",
                    table="tournaments_tableresult",
                    when="AFTER",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="tableresult",
            constraint=models.UniqueConstraint(fields=("table", "key"), name="tournaments_result_key_once"),
        ),
    ]
