{{- define "vitrine.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "vitrine.selector" -}}
app.kubernetes.io/name: vitrine
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "vitrine.labels" -}}
{{ include "vitrine.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
{{- end -}}

{{- define "vitrine.serviceAccount" -}}
{{- default (include "vitrine.name" .) .Values.serviceAccount.name -}}
{{- end -}}

{{- define "vitrine.image" -}}
{{- $version := printf ":%s" (default .Chart.AppVersion .Values.image.tag) -}}
{{- printf "%s%s" .Values.image.repository (ternary (printf "@%s" .Values.image.digest) $version (ne .Values.image.digest "")) -}}
{{- end -}}

{{/* What values.schema.json cannot say, as it looks at one value at a time. */}}
{{- define "vitrine.check" -}}
{{- if and (eq .Values.engine "embedded") (gt (int .Values.replicas) 1) -}}
{{- fail "replicas must be 1 with engine embedded: one process at a time may have its data" -}}
{{- end -}}
{{- if and (eq .Values.engine "opensearch") (not .Values.opensearch.nodes) -}}
{{- fail "opensearch.nodes must name the cluster's nodes" -}}
{{- end -}}
{{- if and (eq .Values.engine "postgres") (not .Values.postgres.existingSecret) -}}
{{- fail "postgres.existingSecret must name a secret with the URL of the database" -}}
{{- end -}}
{{- if ne .Values.engine "embedded" -}}
{{- if not .Values.adminPassword.existingSecret -}}
{{- fail "adminPassword.existingSecret must name a secret with the console's first password" -}}
{{- end -}}
{{- end -}}
{{- if .Values.oidc.issuer -}}
{{- if not .Values.publicUrl -}}
{{- fail "publicUrl must be set with oidc.issuer: the provider redirects to it" -}}
{{- end -}}
{{- if not (and .Values.oidc.clientId .Values.oidc.existingSecret) -}}
{{- fail "oidc.clientId and oidc.existingSecret must be set with oidc.issuer" -}}
{{- end -}}
{{- end -}}
{{- end -}}
